import type { ReactNode } from 'react'
import { EntryPage } from '../entry/entry-page.tsx'
import { Checking, NotChecked } from './link-states.tsx'
import type { Link } from './use-link.ts'

interface Props {
  title: string
  link: Link
  /** Said while the server is asked. */
  checking: string
  /** A line below the title of a good link. */
  intro?: string
  /** Good news. */
  said?: string | undefined
  /** Below the server's words for a link that is good no more. */
  bad: ReactNode
  /** What a good link is for. */
  children: ReactNode
}

/** The page behind the link of an e-mail: it asks the server about the link, and says what became of it. */
export function LinkPage({ title, link: { state, again }, checking, intro, said, bad, children }: Props) {
  switch (state.is) {
    case 'asked':
      return (
        <EntryPage title={title}>
          <Checking what={checking} />
        </EntryPage>
      )
    case 'unknown':
      return (
        <EntryPage title={title}>
          <NotChecked said={state.said} onAgain={again} />
        </EntryPage>
      )
    case 'bad':
      return (
        <EntryPage title={title} intro={state.said} said={said}>
          {bad}
        </EntryPage>
      )
    case 'good':
      return (
        <EntryPage title={title} intro={intro} said={said}>
          {children}
        </EntryPage>
      )
  }
}
