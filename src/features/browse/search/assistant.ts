/** What the list of suggestions does for the search box while it is there. */
export interface Assistant {
  /** A key was pressed in the box; true when the list took it. */
  press: (key: string) => boolean
  /** These words are searched for. */
  submitted: (text: string) => void
}
