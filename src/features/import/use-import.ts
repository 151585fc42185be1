import { ignoreExpected, named } from '#contract/values/expected.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { AppError, errorRules } from '#contract/errors.ts'
import {
  type ImportJob,
  importLimits,
  type ImportOptions,
  importReportPath,
  importRoutes,
} from '#contract/selling/import.ts'
import { useCall, useFileCalls } from '#local/react'
import { saveFile } from '#ui/save-file.ts'
import { isBusy } from './words.ts'

export type Import = ReturnType<typeof useImport>

/** Milliseconds between two looks at what is being read. */
const often = 1000
/** The most between two, while the server does not answer. */
const seldom = 10_000

/** One table on its way to becoming ads. `id` is the job in the address, so that a reload finds it again. */
export function useImport(id: string | undefined, onJob: (id: string | undefined) => void) {
  const files = useFileCalls(importRoutes.listImports)
  const { run: getJob } = useCall(importRoutes.getImport)
  const { run: rerun } = useCall(importRoutes.runImport)
  const { run: proposeNames } = useCall(importRoutes.proposeNames)
  const [file, setFile] = useState<File>()
  const [job, setJob] = useState<ImportJob>()
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<AppError>()
  /** The next look, in so many milliseconds. */
  const [look, setLook] = useState({ after: 0 })
  const last = useRef<{ file: File; key: string }>(undefined)
  const leave = useEffectEvent(() => onJob(undefined))

  // The address may name a job this page has not seen; one that is being read is looked at again and again.
  const current = job?._id === id ? job : undefined
  const waits = id !== undefined && (current === undefined || isBusy(current))
  useEffect(() => {
    if (!waits) return
    let cancelled = false
    const timer = setTimeout(() => {
      void getJob({ params: { id } }).then((result) => {
        if (cancelled) return
        if (result?.ok) {
          setJob(result.body.data)
          setError(undefined)
        } else if (result && result.error.status !== 0) {
          setError(result.error)
          // A retry would give the same answer.
          if (errorRules[result.error.code].action === 'show') return leave()
        }
        const patience = Math.min(seldom, Math.max(often, 2 * look.after))
        setLook({ after: result?.ok === false ? patience : often })
      })
    }, look.after)
    return () => {
      cancelled = true
      clearTimeout(timer)
    }
  }, [waits, id, look, getJob])

  async function send(chosen: File) {
    setSending(true)
    setError(undefined)
    if (last.current?.file !== chosen) last.current = { file: chosen, key: files.newKey() }
    const body = await packed(chosen).catch(
      ignoreExpected('read-file', named('NotReadableError', 'NotFoundError', 'NotAllowedError')),
    )
    if (!body || body.size === 0) {
      setError(new AppError('validation_failed', { msg: 'This file is empty or cannot be read.' }))
    } else if (body.size > importLimits.file) {
      setError(new AppError('payload_too_large', { msg: 'This file is too large. Please split it.' }))
    } else {
      const query = { dry_run: '1', name: chosen.name.slice(-200) }
      const { key } = last.current
      const result = await files.send(importRoutes.startImport, { file: body, query, key })
      if (result.ok) {
        setJob(result.body.data)
        setLook({ after: often })
        // A person who sends it once more after this wants it read once more.
        last.current = undefined
        onJob(result.body.data._id)
      } else setError(result.error)
    }
    setSending(false)
  }

  /** A call that the screen waits for; answers the server's message, empty when it failed. */
  async function step(call: ReturnType<typeof rerun>): Promise<string> {
    setSending(true)
    setError(undefined)
    const result = await call
    if (result?.ok) setJob(result.body.data)
    else if (result) setError(result.error)
    setSending(false)
    return result?.ok ? result.body.msg : ''
  }
  return {
    /** Chosen on this phone; stays when sending fails. */
    file,
    job: current,
    sending,
    error,
    /** Checks a file: nothing is written. */
    choose: (chosen: File) => {
      setFile(chosen)
      return send(chosen)
    },
    /** Sends the chosen file again. */
    again: async () => {
      if (file) await send(file)
    },
    /** Reads the stored file once more, as a check or as the import. */
    run: async (dryRun: boolean, options: ImportOptions) => {
      if (id === undefined) return
      await step(rerun({ params: { id }, body: { dry_run: dryRun, options } }))
      setLook({ after: often })
    },
    /** Asks the operator for makes and models that the table has and the market does not; returns the server's message, empty when it failed. */
    propose: async (names: readonly { make: string; model: string }[]): Promise<string> => {
      if (id === undefined) return ''
      const body = { names: names.map(({ make, model }) => ({ make, model })) }
      return step(proposeNames({ params: { id }, body }))
    },
    /** The whole report, handed to the browser as a file. */
    download: async () => {
      if (id === undefined) return
      const result = await files.file(importReportPath(id))
      if (!result.ok) return setError(result.error)
      saveFile(result.body, 'import-report.csv')
    },
    forget: () => {
      setFile(undefined)
      setJob(undefined)
      setError(undefined)
      onJob(undefined)
    },
  }
}

/** The file as it travels: packed where the browser can, since tables shrink to a fraction and bytes are money. */
async function packed(file: File): Promise<Blob> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if (head[0] === 0x1f && head[1] === 0x8b) return file.slice(0, file.size, 'application/gzip')
  if (typeof CompressionStream === 'undefined') return file.slice(0, file.size, 'text/csv')
  const stream = file.stream().pipeThrough(new CompressionStream('gzip'))
  const bytes = await new Response(stream).arrayBuffer()
  return new Blob([bytes], { type: 'application/gzip' })
}
