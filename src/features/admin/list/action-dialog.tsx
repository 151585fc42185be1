import type { z } from 'zod/mini'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { AppError, type FieldErrors, fieldErrors } from '#contract/errors.ts'
import type { BodyInputOf, ReplyOf, Route } from '#contract/http.ts'
import { useCall } from '#local/react'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useFirstWrong } from './focus.ts'

type ActionRoute = Route<Route['params'], Route['body'], z.ZodMiniType<{ success: true; msg: string }>>
type Inputs = Readonly<Record<string, string>>
/** Values and errors of the inputs of an action. */
export interface ActionInputs<I extends Inputs> {
  entered: I
  wrong: FieldErrors
  onEnter: (change: Partial<I>) => void
  /** Props of a field. */
  at: <N extends keyof I & string>(
    name: N,
  ) => { value: I[N]; error: string | undefined; onChange: (event: { target: { value: string } }) => void }
}
interface AdminAction<R extends ActionRoute, I extends Inputs> {
  title: string
  text?: string
  /** Label of the button that runs the action. */
  yes: string
  /** Whether the action removes something. */
  danger?: boolean
  route: R
  body: (words: string, entered: I) => BodyInputOf<R>
  /** Text that the call needs, such as a reason; `name` is its field in the body. */
  words?: { name?: string; label?: string; hint: string; maxLength?: number }
  /** Initial values of the inputs in `children`, by name. */
  inputs?: I
  /** Called when the action has succeeded or was decided meanwhile, so the shown data is old. */
  onDone?: () => void
  /** Shows the response, in place of its message. */
  onReply?: (reply: ReplyOf<R>) => void
  children?: (inputs: ActionInputs<I>) => ReactNode
}
interface Props<R extends ActionRoute, I extends Inputs> extends AdminAction<R, I> {
  open: boolean
  onClose: () => void
  onDone: () => void
}

/** Asks for confirmation before actions: `ask` opens the dialog, whose text stays while it closes. */
export function useAction(onDone: () => void) {
  const [action, setAction] = useState<{ key: string; show: (open: boolean) => ReactNode; open: boolean }>()
  function ask<R extends ActionRoute, I extends Inputs>(asked: AdminAction<R, I>) {
    // The same action gets the same key, and so the same idempotency key after a lost response.
    const { route, body, inputs = {} as I } = asked
    const key = `${route.path} ${JSON.stringify([body('', inputs), inputs])}`
    // An action that ends late must not close the dialog of the next action.
    const close = () => setAction((now) => (now?.key === key ? { ...now, open: false } : now))
    const show = (open: boolean) => (
      <ActionDialog {...asked} key={key} open={open} onClose={close} onDone={asked.onDone ?? onDone} />
    )
    setAction({ key, show, open: true })
  }
  return { ask, dialog: action?.show(action.open) }
}

export type AskAction = ReturnType<typeof useAction>['ask']

/** Shows the dialog of an action: collects its inputs by the rules of its call, runs the action and shows the result. */
function ActionDialog<R extends ActionRoute, I extends Inputs>(props: Props<R, I>) {
  const { open, onClose, title, yes, danger = false, route, body, text, words, onDone, children } = props
  const { inputs = {} as I, onReply } = props
  const { name = 'reason', label = 'Reason' } = words ?? {}
  const { run, busy } = useCall(route)
  const notify = useNotify()
  const start = { ...inputs, ...(words && { [name]: '' }) }
  const [entered, setEntered] = useState(start)
  const [failure, setFailure] = useState<AppError>()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  // Screen readers announce an error with its input.
  useFirstWrong(form, failure)
  const isOpen = useRef(open)
  useEffect(() => {
    isOpen.current = open
    return () => {
      isOpen.current = false
      // A dialog that was closed or hidden behind the code form reopens with its values, but without its error.
      setFailure(undefined)
    }
  }, [open])
  async function act(event: FormEvent) {
    event.preventDefault()
    setFailure(undefined)
    const typed = (words && entered[name]?.trim()) ?? ''
    const sent = body(typed, entered)
    const fields = {
      ...(words && typed === '' && { [name]: 'Please say why' }),
      ...fieldErrors(route.body?.safeParse(sent).error?.issues ?? []),
    }
    if (Object.keys(fields).length > 0) return setFailure(new AppError('validation_failed', { fields }))
    const result = await run({ body: sent })
    if (!result) return undefined
    if (!result.ok && result.error.code !== 'decided_meanwhile') {
      if (isOpen.current) return setFailure(result.error)
      // The dialog is closed, so a notice shows the error.
      return notify({ severity: 'error', message: `${title} ${result.error.message}` })
    }
    onClose()
    setEntered(start)
    if (result.ok && onReply) return onReply(result.body)
    if (result.ok) notify({ severity: 'success', message: result.body.msg })
    else notify({ severity: 'info', message: result.error.message })
    return onDone()
  }
  const wrong = failure?.fields ?? {}
  // The error of one line belongs to the field in which all lines are typed.
  const errorAt = (field: string) =>
    Object.entries(wrong).find(([path]) => path.split('.', 1)[0] === field)?.[1]
  const onEnter = (change: Partial<Inputs>) => setEntered({ ...entered, ...change })
  const at = <N extends keyof I & string>(field: N) => ({
    value: entered[field],
    error: errorAt(field),
    onChange: ({ target }: { target: { value: string } }) => onEnter({ [field]: target.value }),
  })
  const atInput = Object.keys(start).some((field) => errorAt(field) !== undefined)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      role={words || children ? 'dialog' : 'alertdialog'}
      title={title}
      cancel="Back"
      actions={
        <Button type="submit" form={id} look={danger ? 'danger' : 'primary'} loading={busy}>
          {yes}
        </Button>
      }
    >
      <form id={id} ref={form} noValidate onSubmit={(event) => void act(event)} className="space-y-4">
        {text !== undefined && <p>{text}</p>}
        {children?.({ entered, wrong, onEnter, at })}
        {words && (
          <Textarea
            label={label}
            hint={words.hint}
            rows={3}
            maxLength={words.maxLength ?? 500}
            {...at(name)}
          />
        )}
        {failure && !atInput && <ErrorNote>{failure.message}</ErrorNote>}
      </form>
    </Dialog>
  )
}
