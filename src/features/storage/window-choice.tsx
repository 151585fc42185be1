import { IconDatabaseExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import { useReplica, useReplicaWindow } from '#local/react'
import { grouped } from '#contract/values/region.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { optionsOf, Segmented } from '#ui/form/segmented.tsx'

const options = optionsOf({ 1500: '1,500', 5000: '5,000', 20000: '20,000' })

/** Chooses how many of the newest cars this phone stores for offline search. */
export function WindowChoice() {
  const { cars, choose } = useReplicaWindow()
  const { room } = useReplica().status
  const notify = useNotify()
  const [busy, setBusy] = useState(false)
  const value = options.find((option) => option.value === String(cars))?.value
  if (value === undefined) return null
  async function change(chosen: string) {
    setBusy(true)
    const loaded = await choose(Number(chosen))
    setBusy(false)
    if (!loaded)
      notify({ severity: 'info', message: 'Kept in mind. The cars come when you are back online.' })
  }
  return (
    <div className="mt-4">
      <p className="font-medium">Newest cars to keep for searching without signal</p>
      <Segmented
        label="Newest cars to keep"
        options={options}
        value={value}
        onChange={(chosen) => void change(chosen)}
        className="mt-2"
      />
      <p className="mt-2 text-sm text-ink-2">
        More cars take more data: 20,000 of them are about 1.1 MB to load.
      </p>
      {room !== undefined && (
        <div className="mt-3 flex items-center gap-2.5 rounded-input bg-amber-tint py-1.5 pr-1.5 pl-3.5 text-sm text-amber-ink">
          <Icon of={IconDatabaseExclamation} />
          <output className="min-w-0 flex-1">
            {room === 0
              ? 'This phone is full: the cars on it cannot be refreshed.'
              : `This phone had no room for more than ${grouped(room)} cars.`}
          </output>
          <Button
            look="quiet"
            size="sm"
            className="shrink-0 text-amber-ink! hover:bg-transparent! hover:underline"
            loading={busy}
            onClick={() => void change(value)}
          >
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}
