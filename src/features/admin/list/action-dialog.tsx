import type { z } from 'zod/mini'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { BodyInputOf, Route } from '#contract/http.ts'
import { useCall } from '#local/react'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'

type ActionRoute = Route<Route['params'], Route['body'], z.ZodMiniType<{ success: true; msg: string }>>
type Inputs = Readonly<Record<string, string>>
/** What the inputs of an action hold, and what is wrong with them. */
export interface ActionInputs<I extends Inputs> {
  entered: I
  wrong: Inputs
  onEnter: (change: Partial<I>) => void
}
interface AdminAction<R extends ActionRoute, I extends Inputs> {
  title: string
  /** What it does. */
  text?: string
  /** The words for doing it. */
  yes: string
  /** It takes something away. */
  danger?: boolean
  route: R
  body: (words: string, entered: I) => BodyInputOf<R>
  /** Words that go with it, under the name that the call knows them by. */
  words?: { name?: string; label?: string; hint: string; missing: string; maxLength?: number }
  /** What the inputs of the children begin with, by their names. */
  inputs?: I
  /** It is done, or was decided meanwhile: what is shown is old. */
  onDone?: () => void
  children?: (inputs: ActionInputs<I>) => ReactNode
}
interface Props<R extends ActionRoute, I extends Inputs> extends AdminAction<R, I> {
  open: boolean
  onClose: () => void
  onDone: () => void
}

/** Asks before the actions of a screen: `ask` opens the dialog, which keeps its words while it closes. */
export function useAction(onDone: () => void) {
  const [action, setAction] = useState<{ show: (open: boolean) => ReactNode; open: boolean }>()
  const close = () => setAction((before) => before && { ...before, open: false })
  function ask<R extends ActionRoute, I extends Inputs>(asked: AdminAction<R, I>) {
    // The same action asked for again is the same write, if its answer was lost.
    const key = `${asked.route.path} ${JSON.stringify(asked.body('', asked.inputs ?? ({} as I)))}`
    const show = (open: boolean) => (
      <ActionDialog {...asked} key={key} open={open} onClose={close} onDone={asked.onDone ?? onDone} />
    )
    setAction({ show, open: true })
  }
  return { ask, dialog: action?.show(action.open) }
}

/** Confirms an action, collects its text, runs it and shows the result. */
function ActionDialog<R extends ActionRoute, I extends Inputs>(props: Props<R, I>) {
  const { open, onClose, title, yes, danger = false, route, body, text, words, onDone, children } = props
  const { inputs = {} as I } = props
  const { name = 'reason', label = 'Reason' } = words ?? {}
  const { run, busy, error } = useCall(route)
  const notify = useNotify()
  const [typed, setTyped] = useState('')
  const [entered, setEntered] = useState(inputs)
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  // Each time it opens, it starts from the beginning.
  const [was, setWas] = useState(open)
  const [failed, setFailed] = useState(false)
  if (was !== open) {
    setWas(open)
    if (open) {
      setTyped('')
      setEntered(inputs)
      setMissing(false)
      setFailed(false)
    }
  }
  async function act() {
    const lacks = words !== undefined && typed.trim() === ''
    setMissing(lacks)
    if (lacks) return field.current?.focus()
    const result = await run({ body: body(typed.trim(), entered) })
    if (!result) return undefined
    setFailed(!result.ok)
    if (result.ok) notify({ severity: 'success', message: result.body.msg })
    else if (result.error.code === 'decided_meanwhile')
      notify({ severity: 'info', message: result.error.message })
    else return undefined
    onClose()
    return onDone()
  }
  const wrong = (failed && !busy && error?.fields) || {}
  const atField = words && wrong[name]
  const atInput = atField !== undefined || Object.keys(inputs).some((input) => input in wrong)
  // What is wrong is read out with the input that it is about.
  const inside = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (atInput) inside.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [atInput])
  return (
    <Dialog
      open={open}
      onClose={onClose}
      role={words ? 'dialog' : 'alertdialog'}
      title={title}
      cancel="Back"
      actions={
        <Button look={danger ? 'danger' : 'primary'} loading={busy} onClick={() => void act()}>
          {yes}
        </Button>
      }
    >
      <div ref={inside}>
        {text !== undefined && <p>{text}</p>}
        {children?.({ entered, wrong, onEnter: (change) => setEntered({ ...entered, ...change }) })}
        {words && (
          <Textarea
            ref={field}
            label={label}
            hint={words.hint}
            error={missing ? words.missing : atField}
            rows={3}
            maxLength={words.maxLength ?? 500}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className="mt-4"
          />
        )}
      </div>
      {failed && !busy && error && !atInput && <ErrorNote className="mt-4">{error.message}</ErrorNote>}
    </Dialog>
  )
}
