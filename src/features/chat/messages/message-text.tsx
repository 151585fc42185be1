import { type MouseEvent, useState } from 'react'
import { clean } from '#contract/parts.ts'
import { classNames } from '#ui/class-names.ts'
import { findLinks, type TextLink } from './find-links.ts'

/** Lines of a message that are shown before "Show more"; a line of a bubble holds about so many letters. */
const mostLines = 12
const lineCharacters = 38

const isLong = (text: string): boolean =>
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / lineCharacters)), 0) >
  mostLines + 2

interface Props {
  text: string
  /** Asks before a link leads away. */
  onLeave: (link: TextLink) => void
}

/** What a person wrote, verbatim: nothing in it is markup, and only addresses of the web can be followed. */
export function MessageText({ text, onLeave }: Props) {
  const [open, setOpen] = useState(false)
  const shown = clean(text)
  const long = isLong(shown)
  // The place of a part names it: the words of a message never change.
  const parts = findLinks(shown, window.location.origin).map((part, n) => ({ part, key: `part-${n}` }))
  return (
    <>
      {/* In line, so that the time follows the last word; its direction is that of the box around both. */}
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
    // The other buttons of a mouse than the first and the middle one open no page.
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
