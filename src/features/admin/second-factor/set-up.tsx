import { useState, useEffect, useRef } from 'react'
import { secondFactorRoutes } from '#contract/admin/second-factor.ts'
import { accountWords } from '#contract/users/account.ts'
import { useCopy } from '#parts/copying.tsx'
import { Button } from '#ui/button.tsx'
import { saveFile } from '#ui/save-file.ts'
import { CodeForm, SecretForm } from './code-form.tsx'
import { encode } from 'uqr'
import { IconCopy, IconDownload } from '@tabler/icons-react'

/** Shows the recovery codes once: the server stores only their hashes. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { copy, fallback } = useCopy()
  const text = `${codes.join('\n')}\n`
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold focus:outline-none">
        Keep these recovery codes
      </h2>
      <p className="mt-1 text-ink-2">
        Each opens the area once when your phone is lost. They are not shown again, so print them or put them
        into your password manager.
      </p>
      <ul className="mt-4 grid gap-x-6 gap-y-1 rounded-input bg-sunken p-4 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="outline" size="sm" icon={IconCopy} onClick={() => copy(text)}>
          Copy
        </Button>
        <Button
          look="outline"
          size="sm"
          icon={IconDownload}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'motorkin-recovery-codes.txt')}
        >
          Download
        </Button>
      </div>
      <Button wide className="mt-6" onClick={onDone}>
        I have kept them
      </Button>
      {fallback}
    </>
  )
}

interface Props {
  /** Whether an app is set up; that app works until the first code of the new app. */
  again?: boolean
  onDone: () => void
}

/** Sets up an authenticator app: asks for the password, shows the QR code, then the recovery codes. */
export function SetUp({ again = false, onDone }: Props) {
  const [begun, setBegun] = useState<{ address: string; secret: string }>()
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <section
      aria-label="Set up an authenticator app"
      className="mt-6 max-w-[34rem] rounded-card bg-surface p-5 shadow-e1 sm:p-6"
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onDone} />
      ) : begun ? (
        <>
          <h2 className="text-xl font-bold">Scan this with your authenticator app</h2>
          <p className="mt-1 mb-4 text-ink-2">
            Google Authenticator, Aegis, 1Password or any other. Then enter the code it shows.
          </p>
          <QrCode text={begun.address} label="QR code for your authenticator app" />
          <Key secret={begun.secret} address={begun.address} />
          <CodeForm
            route={secondFactorRoutes.confirmSecondFactor}
            yes="Confirm"
            onDone={({ data }) => setCodes(data.recovery_codes)}
          />
          {/* A set-up expires, or ends when another page begins one. */}
          <Button look="quiet" size="sm" className="mt-3 -ml-4" onClick={() => setBegun(undefined)}>
            Begin again
          </Button>
        </>
      ) : (
        <>
          <h2 className="text-xl font-bold">
            {again ? 'Set up another app' : 'First set up an authenticator app'}
          </h2>
          <p className="mt-1 text-ink-2">
            {again
              ? 'It takes the place of the one you have, with new recovery codes.'
              : 'Whoever learns your password must not be able to run the place. An app on your phone shows a code for each sign-in.'}
          </p>
          <SecretForm
            route={secondFactorRoutes.beginSecondFactor}
            name="password"
            input={{ label: 'Your password', type: 'password', autoComplete: 'current-password' }}
            missing={accountWords.passwordMissing}
            yes="Continue"
            onDone={({ data }) => setBegun(data)}
          />
        </>
      )}
    </section>
  )
}

function Key({ secret, address }: { secret: string; address: string }) {
  const { copy, fallback } = useCopy()
  return (
    <div className="mt-4">
      <a
        href={address}
        className="inline-flex min-h-11 items-center text-sm font-semibold text-brand hover:underline lg:hidden"
      >
        Open the app on this phone
      </a>
      <p className="text-sm text-ink-2">Or type this key into it:</p>
      <div className="mt-1 flex items-center justify-between gap-3 rounded-input bg-sunken py-1 pr-1 pl-4">
        <code className="min-w-0 py-2 text-sm wrap-anywhere">{secret.replace(/(.{4})(?!$)/g, '$1 ')}</code>
        <Button look="quiet" size="sm" onClick={() => copy(secret)}>
          Copy
        </Button>
      </div>
      {fallback}
    </div>
  )
}

/** Shows a QR code, dark on white in both themes: many cameras read no other colours. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 3 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <figure>
      <svg
        aria-hidden
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="size-52 rounded-input border border-line"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <figcaption className="sr-only">{label}</figcaption>
    </figure>
  )
}
