import { IconAlertCircle, IconShieldExclamation, IconPhotoOff, IconX } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { type ShownMessage, useOutboxActions } from '#local/react'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { OwnMark } from '../status-marks.tsx'
import { formatClock } from '../times.ts'
import type { TextLink } from './find-links.ts'
import { MessageText } from './message-text.tsx'
import { pictureSources } from '#contract/values/pictures.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useModal } from '#ui/layer/use-modal.ts'
import { useMissing } from '#ui/show/use-missing.ts'

/** Warnings about suspicious phrases; the first rule that matches applies. The list is short on purpose. */
const warnings: readonly { of: RegExp; text: string }[] = [
  {
    of: /\b(?:otp|cvv|one[- ]time (?:pin|password|code)|card number|pin (?:code|number))\b/i,
    text: 'Never give a PIN, a one-time password or a card number to anyone. We never ask for them.',
  },
  {
    of: /\b(?:western union|moneygram|bitcoin|btc|usdt|crypto|gift ?cards?|steam cards?)\b/i,
    text: 'Money sent this way cannot be brought back. Never pay before you have seen the car.',
  },
  {
    of: /\b(?:deposit|pay|payment|transfer|eft|money)\b[^.?!\n]{0,40}\b(?:first|up ?front|in advance|before (?:you|the) (?:see|come|view|viewing)|to (?:hold|reserve|secure))\b/i,
    text: 'Never pay before you have seen the car and its papers.',
  },
  {
    of: /\b(?:bank(?:ing)? details|account (?:number|no\b)|bvn)\b/i,
    text: 'Check the car, its papers and the name of the account before you pay anything.',
  },
  {
    of: /\b(?:whats ?app|telegram|signal)\b[^.?!\n]{0,20}(?:\bme\b|\+?\d{7,})|\b(?:on|via|my) (?:whats ?app|telegram)\b/i,
    text: 'Stay in this chat until you trust them: what is written elsewhere we cannot check.',
  },
]

/** Returns the warning for a message of another person; `undefined` for nearly all messages. */
export const findWarning = (text: string): string | undefined =>
  warnings.find(({ of }) => of.test(text))?.text

interface Props {
  message: ShownMessage
  /** Name of the other person. */
  name: string
  /** Whether the message is the first, or the last, in a group of one person's messages. */
  first: boolean
  last: boolean
  onLeave: (link: TextLink) => void
}

/** Renders one message: own messages at the right in the brand tint, those of the other person at the left. */
export function Bubble({ message, name, first, last, onLeave }: Props) {
  const { mine, text, image, state, at } = message
  const refused = state === 'refused'
  const warning = mine ? undefined : findWarning(text)
  return (
    <div
      className={classNames(
        'flex max-w-[min(85%,36rem)] flex-col',
        mine ? 'items-end self-end' : 'items-start self-start',
        first ? 'mt-3' : 'mt-1',
      )}
    >
      <div
        className={classNames(
          'relative max-w-full rounded-[18px] border px-3.5 py-2 text-ink',
          mine ? 'bg-brand-tint' : 'bg-surface',
          refused ? 'border-danger' : mine ? 'border-transparent' : 'border-line',
          last && (mine ? 'rounded-br-[4px]' : 'rounded-bl-[4px]'),
          image !== undefined && 'px-1.5! pt-1.5!',
        )}
      >
        <span className="sr-only">{mine ? 'You: ' : `${name}: `}</span>
        {image !== undefined && (
          <ChatPicture url={image} label={mine ? 'Your picture' : `Picture of ${name}`} />
        )}
        <div dir="auto" className={classNames('flow-root', image && 'px-2 pt-1')}>
          {text !== '' && <MessageText text={text} onLeave={onLeave} />}
          {/* The time follows the last word if it fits on the line, else it is below. */}
          <span
            className={classNames(
              'float-end ms-3 mt-0.5 inline-flex h-5 items-center gap-1 text-xs tabular-nums',
              mine ? 'text-ink-2' : 'text-ink-3',
            )}
          >
            {state === 'waiting' && <span aria-hidden>Waiting</span>}
            <time dateTime={new Date(at).toISOString()}>{formatClock(at)}</time>
            <OwnMark state={state} />
          </span>
        </div>
      </div>
      {refused && <Refused message={message} />}
      {warning !== undefined && (
        <p className="mt-1 flex gap-2 rounded-input bg-amber-tint px-3 py-2 text-13 text-amber-ink">
          <Icon of={IconShieldExclamation} size={18} />
          <span>{warning}</span>
        </p>
      )}
    </div>
  )
}

/** Renders the error and the actions of a refused message, which stays until its writer retries or deletes it. */
function Refused({ message }: { message: ShownMessage }) {
  const { retry, remove } = useOutboxActions()
  const press =
    (work: (id: string) => Promise<unknown>) =>
    ({ currentTarget }: MouseEvent) => {
      // Both buttons disappear with the refusal, so the focus moves to the message log.
      currentTarget.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true })
      void work(message.id)
    }
  return (
    <div className="flex max-w-full flex-wrap items-center justify-end gap-x-1">
      <p className="flex gap-1.5 py-1 text-13 text-danger">
        <Icon of={IconAlertCircle} size={18} />
        <span>Not sent. {message.trouble ?? 'The server did not accept it.'}</span>
      </p>
      <span className="flex">
        <Button look="quiet" size="sm" onClick={press(retry)}>
          Retry
        </Button>
        <Button look="quiet" size="sm" className="text-danger!" onClick={press(remove)}>
          Delete
        </Button>
      </span>
    </div>
  )
}

interface ChatPictureProps {
  url: string
  /** Accessible name, which says whose picture it is. */
  label: string
}

/** Renders a picture in a message. Its space is reserved before it loads, and a tap opens it in full size. */
function ChatPicture({ url, label }: ChatPictureProps) {
  const [large, setLarge] = useState(false)
  const [missing, fail] = useMissing(url)
  if (missing) {
    return (
      <span className="flex aspect-[4/3] w-64 max-w-full flex-col items-center justify-center gap-2 rounded-grid bg-sunken text-13 text-ink-3">
        <Icon of={IconPhotoOff} size={28} />
        This picture is not here yet
      </span>
    )
  }
  return (
    <>
      <button
        type="button"
        aria-label={`${label}: show it large`}
        onClick={() => setLarge(true)}
        className="block aspect-[4/3] w-64 max-w-full cursor-zoom-in overflow-hidden rounded-grid bg-sunken"
      >
        <Drawn url={url} sizes="256px" onFail={fail} className="size-full object-cover" />
      </button>
      {large && <Large url={url} label={label} onClose={() => setLarge(false)} />}
    </>
  )
}

function Large({ url, label, onClose }: ChatPictureProps & { onClose: () => void }) {
  const { dialog } = useModal(true, onClose)
  return (
    <dialog
      {...dialog}
      data-side="full"
      aria-label={label}
      className="m-0 h-dvh max-h-none w-dvw max-w-none bg-[#0a100d] p-0"
    >
      <IconButton
        icon={IconX}
        label="Close"
        onClick={onClose}
        className="absolute! top-[max(0.5rem,env(safe-area-inset-top))] right-2 z-10 bg-black/50 text-white! hover:bg-black/70!"
      />
      <Drawn url={url} sizes="100vw" className="size-full object-contain" />
    </dialog>
  )
}

function Drawn(props: { url: string; sizes: string; className: string; onFail?: () => void }) {
  const sources = pictureSources(props.url)
  return (
    <picture className="contents">
      {sources.avif !== '' && <source type="image/avif" srcSet={sources.avif} sizes={props.sizes} />}
      {sources.webp !== '' && <source type="image/webp" srcSet={sources.webp} sizes={props.sizes} />}
      <img src={props.url} alt="" decoding="async" onError={props.onFail} className={props.className} />
    </picture>
  )
}
