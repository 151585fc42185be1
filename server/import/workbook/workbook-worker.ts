// Entry of the thread that reads a workbook, because the file determines the time and memory that reading takes.
import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableTable } from '../table/table-text.ts'
import { readWorkbook, type WorkbookPlace } from './read-workbook.ts'

/** Result: empty, or the sentence for the person who chose the file. */
export interface WorkbookAnswer {
  refused?: string
}

const answerOf = async (): Promise<WorkbookAnswer> => {
  try {
    await readWorkbook(workerData as WorkbookPlace)
    return {}
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error
    return { refused: error.message }
  }
}
parentPort?.postMessage(await answerOf())
