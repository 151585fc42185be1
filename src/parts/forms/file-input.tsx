import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { Button } from '#ui/button.tsx'

type FileInputProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  label: string
  onFiles: (files: [File, ...File[]]) => void
}

/** Renders a hidden file input that a button beside it opens; the same file can be picked again. */
export function FileInput({ label, onFiles, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      type="file"
      aria-label={label}
      tabIndex={-1}
      className="sr-only"
      onChange={({ target }) => {
        const [first, ...others] = target.files ?? []
        target.value = ''
        if (first) onFiles([first, ...others])
      }}
    />
  )
}

interface PictureChoiceProps {
  label: string
  accept: string
  /** Whether there is a picture to remove. */
  there: boolean
  busy: boolean
  /** Label of the button while it is busy. */
  busyWords?: string
  onFile: (file: File) => void
  onRemove: () => void
  /** Error message about the picture. */
  problem: string | undefined
  hint?: string
  /** Content before the buttons; `way` is content below the error message. */
  before?: ReactNode
  way?: ReactNode
}

/** Lets a person choose, change and remove one picture. */
export function PictureChoice(props: PictureChoiceProps) {
  const { label, there, busy, problem } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const about = problem === undefined ? undefined : `${id}e`
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex items-center gap-4">
        {props.before}
        <div className="flex flex-wrap gap-2">
          <FileInput
            ref={input}
            accept={props.accept}
            label={`Choose a file: ${label}`}
            aria-describedby={about}
            onFiles={([file]) => !busy && props.onFile(file)}
          />
          <Button
            ref={button}
            look="secondary"
            size="sm"
            icon={IconPhoto}
            loading={busy}
            aria-describedby={about}
            onClick={() => input.current?.click()}
          >
            {(busy && props.busyWords) || (there ? 'Change' : 'Choose a picture')}
          </Button>
          {there && !busy && (
            <Button
              look="quiet"
              size="sm"
              icon={IconTrash}
              onClick={() => {
                props.onRemove()
                // The pressed button disappears, so the focus moves to the other button.
                button.current?.focus()
              }}
            >
              Remove
            </Button>
          )}
        </div>
      </div>
      {problem === undefined ? (
        props.hint !== undefined && <p className="mt-1.5 text-13 text-ink-3">{props.hint}</p>
      ) : (
        <div id={about} role="alert" className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="text-13 font-medium text-danger">{problem}</p>
          {props.way}
        </div>
      )}
    </fieldset>
  )
}

/** Passes dropped files to `onFiles` instead of the browser opening them; returns whether files are dragged over the page. */
export function useDroppedFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false)
  const onDrop = useEffectEvent(onFiles)
  useEffect(() => {
    const listening = new AbortController()
    const on = (name: 'dragover' | 'dragleave' | 'drop', what: (event: DragEvent) => void) => {
      document.addEventListener(name, what, { signal: listening.signal })
    }
    on('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    })
    on('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false)
    })
    on('drop', (event) => {
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      onDrop(files)
    })
    return () => listening.abort()
  }, [])
  return over
}
