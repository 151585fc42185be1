import { IconCamera, IconSend2, IconX } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { chatLimits } from '#contract/chat/message-rules.ts'
import type { ChatActions } from '#local/react'
import { FileInput } from '#parts/forms/file-input.tsx'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Chip } from '#ui/show/chip.tsx'
import { isComposing } from './is-composing.ts'
import { useComposer } from './use-composer.ts'

interface Props {
  other: string
  name: string
  actions: ChatActions
  /** Called when the text box receives focus. */
  onFocus: () => void
  /** Suggested questions; a tap puts one into the text box. */
  questions: readonly string[]
}

/** Remaining bytes at or below which the composer shows their number. */
const closeToFull = 400
const bytes = new TextEncoder()
/** Tells whether Enter sends: on a device with a mouse. On a phone Enter inserts a line break. */
const enterSends = () => matchMedia('(pointer: fine)').matches

/** Renders the form for a new message. The box grows to five lines, and the draft stays until the outbox has the message. */
export function Composer({ other, name, actions, onFocus, questions }: Props) {
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const camera = useRef<HTMLButtonElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const { text, type, empty, attached, attach, detach, fault, ready, failure, send } = useComposer(
    other,
    actions,
  )
  const free = chatLimits.messageBytes - bytes.encode(text.trim()).length
  const trouble = fault ?? failure

  // Browsers without `field-sizing` need the height set by script.
  useEffect(() => {
    const field = box.current
    if (!field || CSS.supports('field-sizing', 'content')) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight + 2}px`
  }, [text])

  const submit = () => {
    void send()
    box.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event) || !enterSends()) return
    event.preventDefault()
    submit()
  }
  return (
    <form
      className="shrink-0 border-t border-line bg-surface px-2 py-2 sm:px-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      {questions.length > 0 && empty && (
        <div className="scrollbar-none -mx-2 mb-2 flex gap-2 overflow-x-auto px-2 py-0.5">
          {questions.map((question) => (
            <Chip
              key={question}
              onClick={() => {
                type(question)
                box.current?.focus()
              }}
            >
              {question}
            </Chip>
          ))}
        </div>
      )}
      {attached.length > 0 && (
        <ul aria-label="Pictures to send" className="mb-2 flex gap-2 overflow-x-auto">
          {attached.map(({ key, name: file, url, imageId }) => (
            <li key={key} aria-busy={imageId === undefined} className="relative shrink-0">
              <img
                src={url}
                alt={file}
                className={classNames(
                  'h-20 w-27 rounded-input bg-sunken object-cover transition-opacity',
                  imageId === undefined && 'opacity-60',
                )}
              />
              <button
                type="button"
                aria-label={`Remove ${file}`}
                onClick={({ currentTarget }) => {
                  // The button disappears with its picture, so the focus moves to the camera button.
                  if (document.activeElement === currentTarget) camera.current?.focus()
                  detach(key)
                }}
                className="absolute -top-0 right-0 inline-flex size-11 items-start justify-end p-1"
              >
                <span className="inline-flex size-6 items-center justify-center rounded-pill bg-black/65 text-white">
                  <Icon of={IconX} size={16} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-end gap-1">
        <IconButton
          ref={camera}
          icon={IconCamera}
          label="Add pictures"
          className="mb-0.5 text-ink-2!"
          onClick={() => files.current?.click()}
        />
        <FileInput ref={files} accept="image/*" multiple label="Choose pictures" onFiles={attach} />
        <textarea
          ref={box}
          rows={1}
          value={text}
          dir="auto"
          enterKeyHint={enterSends() ? 'send' : 'enter'}
          aria-label={`Message to ${name}`}
          aria-describedby={`${id}-words`}
          aria-invalid={fault === undefined ? undefined : true}
          placeholder="Message"
          onFocus={onFocus}
          onKeyDown={press}
          onChange={({ target }) => type(target.value)}
          className="field-sizing-content max-h-36 min-h-12 w-full min-w-0 flex-1 resize-none rounded-[24px] border border-control bg-paper px-4 py-2.75 text-lg text-ink transition -outline-offset-1 hover:border-ink-3 aria-invalid:border-danger"
        />
        <button
          type="submit"
          aria-label="Send"
          title="Send"
          disabled={!ready || fault !== undefined}
          className={classNames(
            'ml-1 inline-flex size-12 shrink-0 items-center justify-center rounded-pill transition active:scale-95',
            ready && fault === undefined
              ? 'bg-brand text-on-brand hover:bg-brand-hover'
              : 'bg-sunken text-ink-3',
          )}
        >
          <Icon of={IconSend2} size={22} />
        </button>
      </div>
      <p id={`${id}-words`} className="px-13 pt-1 text-13 text-ink-3 tabular-nums empty:hidden">
        {trouble !== undefined ? (
          <span role="alert" className="font-medium text-danger">
            {trouble}
          </span>
        ) : (
          free <= closeToFull && `${free} left`
        )}
      </p>
    </form>
  )
}
