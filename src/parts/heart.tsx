import { useState, type MouseEvent } from 'react'
import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { useFavourite, useHydrated } from '#local/react'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { prefersReducedMotion } from '#ui/use-media-query.ts'
import { lazyRequired } from './use-at-rest.ts'

const SignInDialog = lazyRequired(async () => (await import('./saved-cars/sign-in-dialog.tsx')).SignInDialog)

interface Props {
  carId: string
  /** Title of the car for the button's accessible name. */
  title: string
  className?: string
}

/** Animates two pulses from amber to red, like an indicator. */
function blink(button: HTMLElement): void {
  if (prefersReducedMotion()) return
  button.animate?.(
    [
      { color: '#f4a62a', scale: 1 },
      { color: '#f4a62a', scale: 1.12, offset: 0.25 },
      { color: '#c4341f', scale: 1, offset: 0.5 },
      { color: '#f4a62a', scale: 1.12, offset: 0.75 },
      { color: '#c4341f', scale: 1 },
    ],
    { duration: 480, easing: 'ease-in-out' },
  )
}

/**
 * Saves a car to the favourites. The icon changes at once, and the write reaches the server later. A drawn page belongs to no
 * particular person, so it does not show whether the car is saved.
 */
export function Heart({ carId, title, className = '' }: Props) {
  const { on, waiting, set, isGuest, keep } = useFavourite(carId)
  const hydrated = useHydrated()
  const notify = useNotify()
  const showError = useErrorAlert()
  const [guest, setGuest] = useState<'asked' | 'left'>()

  async function press({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    if (isGuest()) {
      // A favourite that only this phone has is removed without a login.
      if (on && keep) await keepHere(false)
      else setGuest('asked')
      return
    }
    if (!on) blink(currentTarget)
    const result = await set(!on)
    if (!result.ok) showError(result.error.message)
  }

  async function keepHere(want: boolean) {
    setGuest('left')
    const saved = await keep?.(want)
    if (!saved) notify({ severity: 'error', message: 'This phone could not keep it. Please try again.' })
    else if (want)
      notify({ severity: 'success', message: 'Kept on this phone. It joins your account when you sign in.' })
  }

  const Shape = on ? IconHeartFilled : IconHeart
  return (
    <>
      <button
        type="button"
        aria-pressed={hydrated ? on : undefined}
        aria-label={`Save ${title}${waiting ? ', will be sent when you are back online' : ''}`}
        onClick={(event) => void press(event)}
        className={`grid size-11 place-items-center rounded-pill bg-white/92 text-[#c4341f] shadow-[0_1px_4px_rgb(0_0_0/0.2)] transition active:scale-90 ${className}`}
      >
        <Shape size={24} aria-hidden />
        {waiting && (
          <span className="absolute top-0 right-0 size-3 rounded-pill border-2 border-white bg-amber" />
        )}
      </button>
      {guest && (
        <SignInDialog
          open={guest === 'asked'}
          onClose={() => setGuest('left')}
          onKeep={keep && (() => void keepHere(true))}
        />
      )}
    </>
  )
}
