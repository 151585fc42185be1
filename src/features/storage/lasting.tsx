import { IconShieldCheck, IconShieldHalf } from '@tabler/icons-react'
import { useState } from 'react'
import type { StorageReport } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

interface Props {
  report: Pick<StorageReport, 'lasting' | 'asked' | 'mayAsk'>
  onAsk: () => Promise<boolean>
}

/** Whether the browser may throw all of this away, and the way to ask it not to. */
export function Lasting({ report: { lasting, asked, mayAsk }, onAsk }: Props) {
  const [said, setSaid] = useState<'no' | 'asking' | 'refused'>('no')
  async function press() {
    setSaid('asking')
    setSaid((await onAsk()) ? 'no' : 'refused')
  }
  return (
    <div className="flex gap-3">
      <Icon
        of={lasting ? IconShieldCheck : IconShieldHalf}
        size={24}
        className={lasting ? 'text-success' : 'text-amber-ink'}
      />
      <div className="min-w-0 flex-1">
        <h2 className="text-xl font-bold">{lasting ? 'This stays' : 'This may be thrown away'}</h2>
        <p className="mt-0.5 text-ink-2">
          {lasting === true && 'Your browser promised not to throw any of it away by itself.'}
          {lasting === false &&
            'When this phone runs out of room, your browser may clear it, also what is not sent yet.'}
          {lasting === undefined && 'This browser does not tell whether it keeps it.'}
        </p>
        {!lasting && mayAsk && (
          <Button
            look="outline"
            size="sm"
            className="mt-3"
            loading={said === 'asking'}
            onClick={() => void press()}
          >
            Ask it to keep this
          </Button>
        )}
        <output className="mt-2 block text-sm font-medium text-amber-ink empty:hidden">
          {!lasting &&
            (said === 'refused' || (said === 'no' && asked === false)) &&
            'Your browser said no so far. Adding Motorkin to the home screen often changes its mind.'}
        </output>
      </div>
    </div>
  )
}
