import { adminPeopleRoutes, reasonLength } from '#contract/admin/people.ts'
import { ActionDialog } from '../list/action-dialog.tsx'

interface Props {
  person: { _id: string; fullname: string } | undefined
  open: boolean
  onClose: () => void
  onDone: () => void
}

/** Confirms a suspension and asks for the reason that is sent to the person. */
export function SuspendDialog({ person, ...dialog }: Props) {
  return (
    <ActionDialog
      {...dialog}
      title={`Suspend ${person?.fullname ?? ''}?`}
      yes="Suspend"
      danger
      route={adminPeopleRoutes.suspendPerson}
      body={(reason) => ({ user_id: person?._id ?? '', reason })}
      words={{
        name: 'reason',
        label: 'Reason',
        hint: `Sent to them by letter, and said when they sign in. At most ${reasonLength} characters.`,
        missing: 'Please give a reason',
      }}
    >
      <p>
        They are signed out everywhere and cannot sign in. Their ads and page are hidden, and reports about
        them are closed. Nothing is deleted.
      </p>
    </ActionDialog>
  )
}
