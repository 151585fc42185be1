// XML as events, read in pieces. A document cannot expand: only the five entities of XML exist, and constructs that no workbook
// has are refused.
import sax from 'sax'
import { UnreadableTable } from '../table/table-text.ts'
import { damaged } from './zip-parts.ts'

/** Maximum depth of elements; a workbook has about ten levels. */
const deepest = 100
/** Maximum number of attributes of one element; a workbook has about twenty. */
const mostAttributes = 1000
/** Maximum characters of one text, attribute or comment. */
const longest = 1_000_000

export interface XmlEvents {
  /** Called with names without prefixes. */
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Parses a document piece by piece and yields after each piece. */
export async function* readXml(texts: AsyncIterable<string>, events: XmlEvents): AsyncGenerator<undefined> {
  const refuse = () => {
    throw new UnreadableTable(damaged)
  }
  const parser = sax.parser(true, { position: false })
  let depth = 0
  let silent = 0
  let attributesNow = 0
  /** Wraps an event handler. An event shows that the parser has no unfinished text, so it resets the count of characters. */
  const on =
    <T>(does?: (told: T) => void) =>
    (told: T) => {
      silent = 0
      does?.(told)
    }
  parser.onerror = refuse
  // Only a document type can declare entities.
  parser.ondoctype = refuse
  parser.oncomment = on()
  parser.onprocessinginstruction = on()
  parser.oncdata = on(events.text)
  parser.ontext = on(events.text)
  parser.onattribute = on(() => {
    attributesNow += 1
    if (attributesNow > mostAttributes) refuse()
  })
  parser.onopentag = on(({ name, attributes }: sax.Tag | sax.QualifiedTag) => {
    attributesNow = 0
    depth += 1
    if (depth > deepest) refuse()
    events.open?.(local(name), attributes as Record<string, string>)
  })
  parser.onclosetag = on((name: string) => {
    depth -= 1
    events.close?.(local(name))
  })
  for await (const text of texts) {
    parser.write(text)
    silent += text.length
    if (silent > longest) refuse()
    yield
  }
  parser.close()
}

/** Parses a small document to its end. */
export async function readWholeXml(texts: AsyncIterable<string>, events: XmlEvents): Promise<void> {
  const reading = readXml(texts, events)
  while (!(await reading.next()).done);
}
