import { useState, type ReactNode, useId } from 'react'
import { useNotices, useSession } from '#local/react'
import { Button } from '#ui/button.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'

const drafts = (count: number) => (count === 1 ? '1 draft' : `${count} drafts`)

/** One at a time, the most pressing first: the page is old, the browser deleted data, drafts want an owner. */
export function PhoneNotices() {
  const { outdated, evicted, noteEviction, adoptable, adopt } = useNotices()
  const { user } = useSession()
  const notify = useNotify()
  const [read, setRead] = useState(false)
  /** Another number of drafts is another question. */
  const [refused, setRefused] = useState(0)
  if (outdated) return <OutdatedNotice onReload={() => location.reload()} />
  if (evicted && !read)
    return (
      <EvictedNotice
        onRead={() => {
          setRead(true)
          void noteEviction()
        }}
      />
    )
  if (!user || adoptable === 0 || adoptable === refused) return null
  async function keep() {
    const count = await adopt()
    notify(
      count === undefined
        ? { severity: 'error', message: 'That did not work. The drafts are still on this phone.' }
        : { severity: 'success', message: `${drafts(count)} kept with your account.` },
    )
  }
  return (
    <NoticeCard
      title={`${drafts(adoptable)} written before you signed in`}
      actions={
        <>
          <Button size="sm" look="quiet" onClick={() => setRefused(adoptable)}>
            Not now
          </Button>
          <Button size="sm" onClick={() => void keep()}>
            Keep them with my account
          </Button>
        </>
      }
    />
  )
}

/** A newer version of the app owns the database: this page can keep nothing any more (S28). */
export function OutdatedNotice({ onReload }: { onReload: () => void }) {
  return (
    <NoticeCard
      title="Reload to finish the update"
      actions={
        <Button size="sm" onClick={onReload}>
          Reload
        </Button>
      }
    >
      <p>Motorkin was updated in another window. Until you reload, this one cannot save anything.</p>
    </NoticeCard>
  )
}

/** Eviction is reported, never shown as "no drafts" (I15). */
function EvictedNotice({ onRead }: { onRead: () => void }) {
  return (
    <NoticeCard
      title="This browser deleted what this phone had saved."
      actions={
        <Button size="sm" onClick={onRead}>
          OK
        </Button>
      }
    >
      <p>
        Your favourites are being fetched again; drafts that were only on this phone are gone. Install
        Motorkin to keep things safe.
      </p>
    </NoticeCard>
  )
}

interface Props {
  title: string
  actions: ReactNode
  children?: ReactNode
}

/** Something the phone must report: above the bottom bar, where a thumb finds its buttons, until it is answered. */
function NoticeCard({ title, actions, children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="fixed inset-x-3 bottom-[calc(var(--bottom-bar)+0.75rem)] z-20 mx-auto max-w-[26rem] rounded-card border border-line bg-raised p-4 shadow-e1 wide:right-6 wide:bottom-6 wide:left-auto"
    >
      <div aria-live="polite">
        <h2 id={id} className="text-lg font-bold">
          {title}
        </h2>
        {children && <div className="mt-1 text-sm text-ink-2">{children}</div>}
      </div>
      <div className="mt-3 flex flex-wrap justify-end gap-2">{actions}</div>
    </section>
  )
}
