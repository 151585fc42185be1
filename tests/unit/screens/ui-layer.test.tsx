import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'
import { Question } from '#ui/layer/question.tsx'
import { Sheet } from '#ui/layer/sheet.tsx'

function Opener({ kind: Kind }: { kind: typeof Dialog | typeof Sheet }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Kind open={open} onClose={() => setOpen(false)} title="Filters">
        <input aria-label="Inside" />
      </Kind>
    </>
  )
}

describe.each([
  ['dialog', Dialog],
  ['sheet', Sheet],
])('A modal %s', (_, kind) => {
  const open = async () => {
    render(<Opener kind={kind} />)
    const opener = screen.getByRole('button', { name: 'Open' })
    opener.focus()
    fireEvent.click(opener)
    const modal = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Filters' })
    expect(modal.open).toBe(true)
    return { opener, modal }
  }

  test('opens as a native modal, so the browser keeps the focus inside', async () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    await open()
    expect(showModal).toHaveBeenCalledOnce()
    showModal.mockRestore()
  })

  test('closes on Escape and on the back gesture, and focus returns to its opener', async () => {
    const { opener, modal } = await open()
    screen.getByLabelText('Inside').focus()
    act(() => void modal.dispatchEvent(new Event('cancel', { cancelable: true })))
    expect(modal.open).toBe(false)
    expect(document.activeElement).toBe(opener)
  })

  test('closes on a press outside, not on one that begins inside it', async () => {
    const { modal } = await open()
    fireEvent.pointerDown(screen.getByLabelText('Inside'))
    fireEvent.pointerUp(modal)
    expect(modal.open).toBe(true)
    fireEvent.pointerDown(modal)
    fireEvent.pointerUp(modal)
    expect(modal.open).toBe(false)
  })

  test('closes on its cross, and its content leaves the page afterwards', async () => {
    const { modal } = await open()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(modal.open).toBe(false)
    await waitFor(() => expect(screen.queryByLabelText('Inside')).toBeNull())
  })

  test('is not closed when a file chooser inside it is cancelled', async () => {
    const { modal } = await open()
    act(() => void screen.getByLabelText('Inside').dispatchEvent(new Event('cancel', { bubbles: true })))
    expect(modal.open).toBe(true)
  })
})

describe.each([
  ['dialog', Dialog],
  ['sheet', Sheet],
])('The keys scroll a long %s', (_, Kind) => {
  const tabbed = async (children: ReactNode) => {
    const higher = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(900)
    render(
      <Kind open onClose={() => {}} title="Terms">
        {children}
      </Kind>,
    )
    screen.getByRole('button', { name: 'Close' }).focus()
    higher.mockRestore()
    await userEvent.tab()
    return document.activeElement
  }

  test('where nothing in it can have the focus', async () => {
    const focused = await tabbed(<p>So many words</p>)
    expect(focused).not.toBe(document.body)
    expect(focused?.textContent).toBe('So many words')
  })

  test('from what can have the focus, which comes first', async () => {
    expect(await tabbed(<input aria-label="Inside" />)).toBe(screen.getByLabelText('Inside'))
  })
})

describe('A bottom sheet', () => {
  const sheet = (onClose: () => void) => {
    render(
      <Sheet open onClose={onClose} title="Sort">
        <p>Content</p>
      </Sheet>,
    )
    const top = screen.getByRole('heading', { name: 'Sort' })
    top.parentElement?.parentElement?.setAttribute('data-top', '')
    const handle = document.querySelector<HTMLElement>('[data-top]') ?? top
    handle.setPointerCapture = () => {}
    return handle
  }
  const drag = (handle: HTMLElement, by: number) => {
    const at = (clientY: number) => ({ clientY, pointerId: 1, pointerType: 'touch' })
    fireEvent.pointerDown(handle, at(0))
    fireEvent.pointerMove(handle, at(by))
    fireEvent.pointerUp(handle, at(by))
  }
  test('is dragged away by its top', () => {
    const close = vi.fn<() => void>()
    drag(sheet(close), 160)
    expect(close).toHaveBeenCalledOnce()
  })
  test('springs back when it is pulled upwards', () => {
    const close = vi.fn<() => void>()
    drag(sheet(close), -160)
    expect(close).not.toHaveBeenCalled()
    expect(screen.getByRole('dialog').style.translate).toBe('')
  })
})

describe('A question', () => {
  const ask = (busy = false) => {
    const said: string[] = []
    render(
      <Question
        open
        title="Delete this?"
        onNo={() => said.push('no')}
        yes="Delete"
        onYes={() => said.push('yes')}
        busy={busy}
      >
        <p>It is deleted for good.</p>
      </Question>,
    )
    return { said, modal: screen.getByRole('alertdialog', { name: 'Delete this?' }) }
  }
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

  test('is read out whole, and only its own button confirms it', () => {
    const { said, modal } = ask()
    const words = document.getElementById(modal.getAttribute('aria-describedby') ?? '')
    expect(words?.textContent).toBe('It is deleted for good.')
    press('Keep')
    press('Close')
    act(() => void modal.dispatchEvent(new Event('cancel', { cancelable: true })))
    expect(said).toEqual(['no', 'no', 'no'])
    press('Delete')
    expect(said).toEqual(['no', 'no', 'no', 'yes'])
  })

  test('that is being done is not done twice', () => {
    const { said } = ask(true)
    press('Delete')
    expect(said).toEqual([])
  })
})
