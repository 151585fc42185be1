import { chatLimits } from '#contract/chat/message-rules.ts'

const characters = (text: string): string[] =>
  // Older browsers count code points: a flag may be cut there, half a sign never.
  typeof Intl.Segmenter === 'function'
    ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
    : Array.from(text)

/** The last words of a chat as the list shows them: one line of at most 30 characters, then an ellipsis (R-CHAT-06). */
export function cutPreview(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  // A long message is not counted to its end.
  const all = characters(line.slice(0, 40 * chatLimits.preview))
  if (all.length <= chatLimits.preview) return line
  return `${all.slice(0, chatLimits.preview).join('').trimEnd()}…`
}
