import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { type SignedInDevice, sessionRoutes } from '#contract/users/sessions.ts'
import { useCall, useConnection, useServerNow, useServerQuery } from '#local/react'
import { formatAgo, formatTime } from '#parts/freshness.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { Pill } from '#ui/show/badge.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'

/** Lists every device on which this account is signed in, each with a button to sign it out. */
export function Devices() {
  const { data, error, busy, refresh } = useServerQuery(sessionRoutes.mySessions)
  const offline = useConnection().state === 'offline'
  const [ended, setEnded] = useState<readonly string[]>([])
  if (data)
    return (
      <ul className="mt-1 divide-y divide-line">
        {data.data
          .filter(({ _id }) => !ended.includes(_id))
          .sort(currentFirst)
          .map((device) => (
            <Device
              key={device._id}
              device={device}
              onEnded={() => setEnded((before) => [...before, device._id])}
            />
          ))}
      </ul>
    )
  if (!error)
    return (
      <div aria-busy="true" className="space-y-3 py-3">
        <output className="sr-only">Loading your devices</output>
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    )
  return (
    <div className="py-3">
      <output className="block text-amber-ink">
        {offline ? 'You are offline. This list is not kept on the phone and needs a signal.' : error.message}
      </output>
      <Button look="outline" size="sm" className="mt-3" loading={busy} onClick={refresh}>
        Try again
      </Button>
    </div>
  )
}

const currentFirst = (a: SignedInDevice, b: SignedInDevice) =>
  Number(b.current) - Number(a.current) || Date.parse(b.last_seen_at) - Date.parse(a.last_seen_at)

const isHandheld = (words: string) => /android|iphone|ipad|mobile/i.test(words)

function Device({ device, onEnded }: { device: SignedInDevice; onEnded: () => void }) {
  const { run, busy } = useCall(sessionRoutes.endSession)
  const now = useServerNow()
  const notify = useNotify()
  const showError = useErrorAlert()
  async function end() {
    const result = await run({ body: { id: device._id } })
    if (!result) return
    if (!result.ok) {
      showError(result.error.message)
      return
    }
    notify({
      severity: 'success',
      message: `Signed out on ${device.device}.`,
    })
    onEnded()
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Icon
        of={isHandheld(device.device) ? IconDeviceMobile : IconDeviceLaptop}
        size={24}
        className="text-ink-3"
      />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{device.device}</span>
        <span className="block text-13 text-ink-3">
          {device.current ? 'Now' : formatAgo(Date.parse(device.last_seen_at), now)} ·{' '}
          <span className="whitespace-nowrap">since {formatTime(Date.parse(device.signed_in_at), now)}</span>
        </span>
      </span>
      {device.current ? (
        <Pill tone="brand">This device</Pill>
      ) : (
        <Button
          look="outline"
          size="sm"
          loading={busy}
          aria-label={`Sign out there: ${device.device}`}
          onClick={() => void end()}
        >
          Sign out there
        </Button>
      )}
    </li>
  )
}
