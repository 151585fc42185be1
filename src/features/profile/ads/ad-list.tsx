import { DeletedAd } from './deleted-ad.tsx'
import { OwnAdCard } from './own-ad-card.tsx'
import { useDeleting } from './use-deleting.tsx'
import type { OwnAd } from './use-own-ads.ts'

/** Cards side by side. */
export const adGrid = 'grid grid-cols-1 gap-4 lg:grid-cols-2'

/** Own ads, each with its ways to edit and delete it; what is going shows the way back. */
export function AdList({ ads }: { ads: readonly OwnAd[] }) {
  const { ask, undo, isLeaving, question } = useDeleting()
  return (
    <>
      <ul className={adGrid}>
        {ads.map((ad) => (
          <li key={ad.id}>
            {ad.deleted || isLeaving(ad.id) ? (
              <DeletedAd ad={ad} sure={ad.deleted} onUndo={() => void undo(ad)} />
            ) : (
              <OwnAdCard ad={ad} onDelete={() => ask(ad)} />
            )}
          </li>
        ))}
      </ul>
      {question}
    </>
  )
}
