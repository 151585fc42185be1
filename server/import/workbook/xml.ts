// XML in pieces, as events. Nothing in a document makes more of itself than it is: there are no entities but the five of
// XML, and what no workbook has is refused.
import sax from 'sax'
import { UnreadableTable } from '../table/table-text.ts'
import { damaged } from './zip-parts.ts'

/** Elements inside each other; a workbook has about ten. */
const deepest = 100
/** Attributes of one element; a workbook has about twenty. */
const mostAttributes = 1000
/** Characters of one text, one attribute or one comment. */
const longest = 1_000_000

export interface XmlEvents {
  /** Names come without their prefixes. */
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Reads a document piece by piece, and pauses after each of them. */
export async function* readXml(texts: AsyncIterable<string>, events: XmlEvents): AsyncGenerator<undefined> {
  const refuse = () => {
    throw new UnreadableTable(damaged)
  }
  const parser = sax.parser(true, { position: false })
  let depth = 0
  let silent = 0
  let attributesNow = 0
  /** Does what an event asks for; after it the parser holds nothing that goes on. */
  const on =
    <T>(does?: (told: T) => void) =>
    (told: T) => {
      silent = 0
      does?.(told)
    }
  parser.onerror = refuse
  // Entities are declared here, and only here.
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

/** Reads a small document to its end. */
export async function readWholeXml(texts: AsyncIterable<string>, events: XmlEvents): Promise<void> {
  const reading = readXml(texts, events)
  while (!(await reading.next()).done);
}
