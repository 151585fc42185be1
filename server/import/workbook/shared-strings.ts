import { UnreadableTable } from '../table/table-text.ts'
import { unescaped } from './cell-text.ts'
import { readWholeXml, type XmlEvents } from './xml.ts'
import { tooLarge } from './zip-parts.ts'

/** Texts of a workbook that are held in memory, and their characters. */
const most = { texts: 2_000_000, characters: 40_000_000 }

/** Texts in runs, each with letters of its own; how words are pronounced is no part of them. */
export class RunText {
  text = ''
  #inText = false
  #inPhonetics = false

  readonly events: Required<XmlEvents> = {
    open: (name) => {
      if (name === 'rPh') this.#inPhonetics = true
      this.#inText = name === 't' && !this.#inPhonetics
    },
    text: (text) => {
      if (this.#inText) this.text += text
    },
    close: (name) => {
      if (name === 'rPh') this.#inPhonetics = false
      this.#inText = false
    },
  }
}

/** The texts that cells name by number. */
export async function readSharedStrings(texts: AsyncIterable<string>): Promise<string[]> {
  const shared: string[] = []
  let characters = 0
  let run = new RunText()
  await readWholeXml(texts, {
    open(name, attributes) {
      if (name === 'si') run = new RunText()
      run.events.open(name, attributes)
    },
    text: (text) => run.events.text(text),
    close(name) {
      run.events.close(name)
      if (name !== 'si') return
      characters += run.text.length
      if (characters > most.characters || shared.length >= most.texts) throw new UnreadableTable(tooLarge)
      // A copy: a part of a longer text would keep all of it in memory.
      shared.push(Buffer.from(unescaped(run.text)).toString())
    },
  })
  return shared
}
