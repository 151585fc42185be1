import type { ReactNode } from 'react'
import type { z } from 'zod/mini'
import type { ProfileFields } from '#contract/users/profile.ts'
import { type FormDraft, useConnection, useFormDraft } from '#local/react'
import { Button } from '#ui/button.tsx'
import { FormSkeleton, QueryState } from '../query-state.tsx'
import { WaitingNote } from '../account/waiting-note.tsx'
import type { Me } from '../use-me.ts'
import { PictureField } from './picture-field.tsx'
import { type Edit, type EditDraft, useEditForm } from './use-edit-form.ts'

interface Props {
  me: Me
  what: string
  /** Name under which unsent input is stored. */
  draft: string
  /** Fields of this form. */
  names: readonly (keyof ProfileFields)[]
  schema: z.ZodMiniType
  picture: { name: 'avatar' | 'logo'; label: string; of: (now: ProfileFields) => string }
  children: (edit: Edit) => ReactNode
}

/** Shows a form over the account once both the account and the unsent input are loaded. */
export function EditForm(props: Props) {
  const { me, what } = props
  const draft = useFormDraft<EditDraft>(props.draft)
  return (
    <QueryState reading={me.reading} what={what} skeleton={<FormSkeleton />}>
      {() =>
        draft.loaded && me.fields ? <Open {...props} draft={draft} now={me.fields} /> : <FormSkeleton />
      }
    </QueryState>
  )
}

interface OpenProps extends Omit<Props, 'draft'> {
  draft: FormDraft<EditDraft>
  now: ProfileFields
}
function Open({ me, now, names, schema, draft, picture, children }: OpenProps) {
  const { state } = useConnection()
  const edit = useEditForm({ me, now, names, picture: picture.name, schema, draft })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void edit.submit()
      }}
      className="max-w-[34rem] space-y-4"
    >
      <WaitingNote me={me} />
      <PictureField name={picture.name} label={picture.label} of={picture.of(now)} me={me} edit={edit} />
      {children(edit)}
      <Button type="submit" wide loading={edit.busy} className="mt-2">
        {state === 'offline' ? 'Save on this phone' : 'Save changes'}
      </Button>
      <p className="min-h-9 text-13 text-ink-3">
        {state === 'offline' &&
          'You are offline. Your changes are kept on this phone and go out when you are back online.'}
      </p>
    </form>
  )
}
