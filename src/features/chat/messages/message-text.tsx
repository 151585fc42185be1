import { type MouseEvent, useState } from 'react'
import { clean } from '#contract/parts.ts'
import { classNames } from '#ui/class-names.ts'
import { findLinks, type TextLink } from './find-links.ts'

/** Maximum lines of a message before "Show more", and the approximate number of characters per line of a bubble. */
const mostLines = 12
const lineCharacters = 38

const isLong = (text: string): boolean =>
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / lineCharacters)), 0) >
  mostLines + 2

interface Props {
  text: string
  /** Called when a link would leave our site; asks for confirmation. */
  onLeave: (link: TextLink) => void
}

/** Renders the text of a message verbatim: no markup, and links for web addresses only. */
export function MessageText({ text, onLeave }: Props) {
  const [open, setOpen] = useState(false)
  const shown = clean(text)
  const long = isLong(shown)
  // The index is a stable key, because the text of a message never changes.
  const parts = findLinks(shown, window.location.origin).map((part, n) => ({ part, key: `part-${n}` }))
  return (
    <>
      {/* The paragraph is inline, so that the time follows the last word; the parent element sets the text direction. */}
      <p
        className={classNames(
          'wrap-anywhere whitespace-pre-wrap',
          long && !open ? 'line-clamp-12' : 'inline',
        )}
      >
        {parts.map(({ part, key }) =>
          typeof part === 'string' ? part : <WebLink key={key} link={part} onLeave={onLeave} />,
        )}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-mx-2 inline-flex min-h-11 items-center rounded-pill px-2 text-sm font-semibold text-brand"
        >
          {open ? 'Show less' : 'Show more'}
        </button>
      )}
    </>
  )
}

function WebLink({ link, onLeave }: { link: TextLink; onLeave: Props['onLeave'] }) {
  const look = 'font-medium text-brand underline underline-offset-2'
  if (link.foreign === undefined) {
    return (
      <a href={link.href} className={look}>
        {link.shown}
      </a>
    )
  }
  const confirmLeaving = (event: MouseEvent) => {
    // Only the first and the middle mouse button open a page.
    if (event.button > 1) return
    event.preventDefault()
    onLeave(link)
  }
  return (
    <a
      href={link.href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      dir="ltr"
      onClick={confirmLeaving}
      onAuxClick={confirmLeaving}
      className={look}
    >
      {link.shown}
    </a>
  )
}
