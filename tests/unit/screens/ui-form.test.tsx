import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { type SliderRange, RangeSlider } from '#ui/form/range-slider.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Select } from '#ui/form/select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'

const describedBy = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)

describe('Form controls', () => {
  test.each([
    ['text', <TextInput key="t" label="Name" hint="As on your card" error="Please enter your name" />],
    ['long text', <Textarea key="a" label="Name" hint="As on your card" error="Please enter your name" />],
    [
      'choice',
      <Select key="s" label="Name" hint="As on your card" error="Please enter your name" options={[]} />,
    ],
  ])('A %s field is named by its label and described by hint and error', (_, field) => {
    render(field)
    const control = screen.getByLabelText('Name')
    expect(describedBy(control)).toEqual(['As on your card', 'Please enter your name'])
    expect(control.getAttribute('aria-invalid')).toBe('true')
  })

  test('A field without an error is not called invalid', () => {
    render(<TextInput label="Name" />)
    const control = screen.getByLabelText('Name')
    expect(control.hasAttribute('aria-invalid')).toBe(false)
    expect(control.hasAttribute('aria-describedby')).toBe(false)
  })

  test('The whole row of a checkbox is its label, with the count beside it', () => {
    const change = vi.fn<(value: unknown) => void>()
    render(<Checkbox label="Toyota" trailing={412} onChange={change} />)
    fireEvent.click(screen.getByText('Toyota'))
    expect(change).toHaveBeenCalledOnce()
    expect(screen.getByText('412')).toBeTruthy()
  })

  test('A segmented choice is a group of radio buttons', () => {
    const change = vi.fn<(value: unknown) => void>()
    const options = [
      { value: 'used', label: 'Used' },
      { value: 'new', label: 'New' },
    ] as const
    render(<Segmented label="Condition" options={options} value="used" onChange={change} />)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Used' }).checked).toBe(true)
    fireEvent.click(screen.getByRole('radio', { name: 'New' }))
    expect(change).toHaveBeenCalledWith('new')
  })
})

describe('The button', () => {
  test('While it is busy it says so, keeps its words and ignores taps', () => {
    const tap = vi.fn<() => void>()
    render(
      <Button loading onClick={tap}>
        Send
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Send' })
    fireEvent.click(button)
    expect(tap).not.toHaveBeenCalled()
    expect(button.getAttribute('aria-busy')).toBe('true')
  })

  test('A button submits no form by default and is a link with an address', () => {
    render(
      <>
        <Button>Plain</Button>
        <Button href="/listings">Browse</Button>
      </>,
    )
    expect(screen.getByRole('button', { name: 'Plain' }).getAttribute('type')).toBe('button')
    expect(screen.getByRole('link', { name: 'Browse' }).getAttribute('href')).toBe('/listings')
  })
})

describe('The range slider', () => {
  const settled = vi.fn<(value: SliderRange) => void>()
  function Price({ start }: { start: SliderRange }) {
    const [value, setValue] = useState(start)
    return (
      <RangeSlider
        label="Price"
        min={0}
        max={100}
        step={5}
        value={value}
        onChange={setValue}
        onCommit={settled}
        format={(v) => `₦${v}`}
      />
    )
  }
  const thumb = (name: string) => screen.getByRole<HTMLInputElement>('slider', { name })

  test('Both thumbs have a name and say their value in words', () => {
    render(<Price start={[20, 80]} />)
    expect(thumb('Price from').getAttribute('aria-valuetext')).toBe('₦20')
    expect(thumb('Price to').getAttribute('aria-valuetext')).toBe('₦80')
    expect(thumb('Price to').step).toBe('5')
  })

  test('A thumb cannot pass the other', () => {
    render(<Price start={[20, 80]} />)
    fireEvent.change(thumb('Price from'), { target: { value: '95' } })
    expect(thumb('Price from').value).toBe('80')
    fireEvent.change(thumb('Price to'), { target: { value: '5' } })
    expect(thumb('Price to').value).toBe('80')
  })

  test('Releasing a thumb makes the last choice final', () => {
    render(<Price start={[20, 80]} />)
    fireEvent.change(thumb('Price from'), { target: { value: '35' } })
    expect(settled).not.toHaveBeenCalled()
    fireEvent.pointerUp(thumb('Price from'))
    expect(settled).toHaveBeenCalledWith([35, 80])
  })

  test('Focusing a thumb by key chooses nothing, and each choice is reported once', () => {
    settled.mockClear()
    render(<Price start={[20, 80]} />)
    fireEvent.keyUp(thumb('Price from'), { key: 'Tab' })
    expect(settled).not.toHaveBeenCalled()
    fireEvent.change(thumb('Price from'), { target: { value: '35' } })
    fireEvent.keyUp(thumb('Price from'), { key: 'ArrowRight' })
    fireEvent.blur(thumb('Price from'))
    fireEvent.keyUp(thumb('Price to'), { key: 'Tab' })
    expect(settled.mock.calls).toEqual([[[35, 80]]])
  })
})
