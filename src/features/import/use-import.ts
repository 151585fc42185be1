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

/** Milliseconds between two polls of a running job. */
const often = 1000
/** Most milliseconds between two polls while the server does not respond. */
const seldom = 10_000

/** Manages the import of one table. `id` is the job in the address, so that a reload finds the job. */
export function useImport(id: string | undefined, onJob: (id: string | undefined) => void) {
  const files = useFileCalls(importRoutes.listImports)
  const { run: getJob } = useCall(importRoutes.getImport)
  const { run: rerun } = useCall(importRoutes.runImport)
  const { run: proposeNames } = useCall(importRoutes.proposeNames)
  const [file, setFile] = useState<File>()
  const [job, setJob] = useState<ImportJob>()
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<AppError>()
  /** Milliseconds until the next poll. */
  const [look, setLook] = useState({ after: 0 })
  const last = useRef<{ file: File; key: string }>(undefined)
  const leave = useEffectEvent(() => onJob(undefined))

  // The address may name a job that this page has not loaded; a running job is polled.
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
          // A retry would get the same response.
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
        // Sending the same file again is no retry after this point, so it gets another idempotency key.
        last.current = undefined
        onJob(result.body.data._id)
      } else setError(result.error)
    }
    setSending(false)
  }

  /** Runs a call for which the screen waits; returns the server's message, empty when the call failed. */
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
    /** File chosen on this phone; stays when sending fails. */
    file,
    job: current,
    sending,
    error,
    /** Sends a file for a check, which writes nothing. */
    choose: (chosen: File) => {
      setFile(chosen)
      return send(chosen)
    },
    again: async () => {
      if (file) await send(file)
    },
    /** Runs the stored file again, as a check or as the import. */
    run: async (dryRun: boolean, options: ImportOptions) => {
      if (id === undefined) return
      await step(rerun({ params: { id }, body: { dry_run: dryRun, options } }))
      setLook({ after: often })
    },
    /**
     * Asks the operator for makes and models that the market lacks; returns the server's message, empty when the call failed.
     */
    propose: async (names: readonly { make: string; model: string }[]): Promise<string> => {
      if (id === undefined) return ''
      const body = { names: names.map(({ make, model }) => ({ make, model })) }
      return step(proposeNames({ params: { id }, body }))
    },
    /** Downloads the whole report as a file. */
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

/** Compresses the file if the browser can: tables shrink to a fraction, and people pay for bytes. */
async function packed(file: File): Promise<Blob> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if (head[0] === 0x1f && head[1] === 0x8b) return file.slice(0, file.size, 'application/gzip')
  if (typeof CompressionStream === 'undefined') return file.slice(0, file.size, 'text/csv')
  const stream = file.stream().pipeThrough(new CompressionStream('gzip'))
  const bytes = await new Response(stream).arrayBuffer()
  return new Blob([bytes], { type: 'application/gzip' })
}
