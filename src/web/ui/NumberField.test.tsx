import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { NumberField, type NumberFieldProps } from './NumberField.tsx'
import { show } from './testing/show.tsx'

function Rows({ value: start = 10, onChange, ...rest }: Partial<NumberFieldProps>) {
  const [value, setValue] = useState<number | null>(start)
  return (
    <NumberField
      label="Rows"
      value={value}
      onChange={(next) => {
        setValue(next)
        onChange?.(next)
      }}
      {...rest}
    />
  )
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Rows' })

async function typed(text: string, more: Partial<NumberFieldProps> = {}) {
  const onChange = vi.fn()
  const user = show(<Rows onChange={onChange} {...more} />)
  await user.clear(field())
  await user.type(field(), text)
  expect(onChange).not.toHaveBeenCalled()
  await user.tab()
  return onChange
}

// the numeric keyboard of an iPhone has no minus
it.each([
  [0, 'decimal'],
  [1, 'decimal'],
  [-5, 'text'],
  [undefined, 'text'],
])('with %s as its minimum it opens the %s keyboard', (min, mode) => {
  show(<Rows min={min} />)
  expect(field().inputMode).toBe(mode)
})

it.each([
  ['25', 25],
  ['1,5', 1.5],
  [' 7 ', 7],
  ['-3', 0],
  ['1000', 100],
])('typed text %j becomes %d when the field is left', async (text, expected) => {
  expect(await typed(text, { min: 0, max: 100 })).toHaveBeenCalledExactlyOnceWith(expected)
})

it('an empty field is null', async () => {
  const onChange = vi.fn()
  const user = show(<Rows onChange={onChange} />)
  await user.clear(field())
  await user.keyboard('{Enter}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith(null)
})

it('restores the previous number after an invalid text', async () => {
  expect(await typed('many')).not.toHaveBeenCalled()
  expect(field().value).toBe('10')
})

it.each([
  ['{ArrowUp}', 10.1],
  ['{ArrowDown}', 9.9],
  ['{PageUp}', 11],
  ['{PageDown}', 9],
])('%s changes it by steps', async (key, expected) => {
  const onChange = vi.fn()
  const user = show(<Rows step={0.1} onChange={onChange} />)
  await user.click(field())
  await user.keyboard(key)
  expect(onChange).toHaveBeenCalledExactlyOnceWith(expected)
})

it('has buttons for the mouse, which stop at the limits', async () => {
  const onChange = vi.fn()
  const user = show(<Rows value={9} max={10} onChange={onChange} />)
  await user.click(screen.getByRole('button', { name: 'Increase' }))
  await user.click(screen.getByRole('button', { name: 'Increase' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith(10)
})
