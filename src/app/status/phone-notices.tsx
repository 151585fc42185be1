import { type ReactNode, useId, useState } from 'react'
import { counted } from '#contract/values/region.ts'
import { useNotices, useSession } from '#local/react'
import { Button } from '#ui/button.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'

/** Shows the most urgent notice: the page is outdated, the browser deleted data, or a guest's drafts can be adopted. */
export function PhoneNotices() {
  const { outdated, evicted, noteEviction, adoptable, adopt } = useNotices()
  const { user } = useSession()
  const notify = useNotify()
  const [read, setRead] = useState(false)
  /** Number of drafts that the person declined; the notice returns when the number changes. */
  const [refused, setRefused] = useState(0)
  if (outdated) return <OutdatedNotice onReload={() => location.reload()} />
  function acknowledge() {
    setRead(true)
    void noteEviction()
  }
  // Eviction is reported, never shown as "no drafts" (I15).
  if (evicted && !read)
    return (
      <NoticeCard
        key="evicted"
        title="This browser deleted what this phone had saved."
        yes="OK"
        onYes={acknowledge}
      >
        Your favourites are being fetched again; drafts that were only on this phone are gone. Install
        Motorkin to keep things safe.
      </NoticeCard>
    )
  if (!user || adoptable === 0 || adoptable === refused) return null
  async function keep() {
    const count = await adopt()
    notify(
      count === undefined
        ? { severity: 'error', message: 'That did not work. The drafts are still on this phone.' }
        : { severity: 'success', message: `${counted(count, 'draft')} kept with your account.` },
    )
  }
  return (
    <NoticeCard
      key="adoptable"
      title={`${counted(adoptable, 'draft')} written before you signed in`}
      yes="Keep them with my account"
      onYes={() => void keep()}
      onNo={() => setRefused(adoptable)}
    />
  )
}

/** Says that a newer version of the app owns the database: this page can no longer save anything (S28). */
export function OutdatedNotice({ onReload }: { onReload: () => void }) {
  return (
    <NoticeCard title="Reload to finish the update" yes="Reload" onYes={onReload}>
      Motorkin was updated in another window. Until you reload, this one cannot save anything.
    </NoticeCard>
  )
}

interface Props {
  title: string
  yes: string
  onYes: () => void
  /** Called when the person puts the notice off; undefined when they cannot. */
  onNo?: () => void
  children?: ReactNode
}

/** Shows a notice above the bottom bar, within reach of the thumb, until it is answered. */
function NoticeCard({ title, yes, onYes, onNo, children }: Props) {
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
        {children && <p className="mt-1 text-sm text-ink-2">{children}</p>}
      </div>
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        {onNo && (
          <Button size="sm" look="quiet" onClick={onNo}>
            Not now
          </Button>
        )}
        <Button size="sm" onClick={onYes}>
          {yes}
        </Button>
      </div>
    </section>
  )
}
