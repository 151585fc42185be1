import { type AdminAd, adminAdRoutes, adReasonMissing } from '#contract/admin/admin-ads.ts'
import { ActionDialog } from '../list/action-dialog.tsx'

export type AdAction = 'hide' | 'restore' | 'feature' | 'keep'
interface Props {
  /** What it is about; it stays while the question closes. */
  about: { ad: AdminAd; action: AdAction } | undefined
  open: boolean
  onClose: () => void
  onDone: () => void
}

/** Asks before each action to an ad. */
export function AdActions({ about, open, onClose, onDone }: Props) {
  const { title = '', _id: id = '', featured = false } = about?.ad ?? {}
  const asks = (action: AdAction) => ({ open: open && about?.action === action, onClose, onDone })
  return (
    <>
      <ActionDialog
        {...asks('hide')}
        title={`Hide ${title}?`}
        yes="Hide"
        danger
        route={adminAdRoutes.hideAd}
        body={(reason) => ({ id, reason })}
        words={{
          name: 'reason',
          label: 'Reason',
          hint: 'The owner reads it in a letter and in My Ads.',
          missing: adReasonMissing,
        }}
      >
        <p>Nobody but its owner sees the ad any more. What was reported of it is settled.</p>
      </ActionDialog>
      <ActionDialog
        {...asks('restore')}
        title={`Restore ${title}?`}
        yes="Restore"
        route={adminAdRoutes.restoreAd}
        body={() => ({ id })}
      >
        <p>The ad is what it was before, and its owner gets a letter.</p>
      </ActionDialog>
      <ActionDialog
        {...asks('keep')}
        title={`Keep ${title}?`}
        yes="Keep"
        route={adminAdRoutes.keepAd}
        body={() => ({ id })}
      >
        <p>
          Its reports are dismissed.{' '}
          {about?.ad.hidden ? 'It is for sale again, and its owner gets a letter.' : ''}
        </p>
      </ActionDialog>
      <ActionDialog
        {...asks('feature')}
        title={featured ? `Take ${title} out of the featured ads?` : `Feature ${title}?`}
        yes={featured ? 'Unfeature' : 'Feature'}
        route={adminAdRoutes.featureAd}
        body={() => ({ id, featured: !featured })}
      >
        <p>{featured ? 'It is an ad like any other again.' : 'It is marked as featured everywhere.'}</p>
      </ActionDialog>
    </>
  )
}
