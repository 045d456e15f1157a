import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { showControl } from '../testing/showControl.tsx'
import { BoundsControl } from './BoundsControl.tsx'
import { ColorControl } from './ColorControl.tsx'
import { CurrencyControl } from './CurrencyControl.tsx'
import { SelectControl } from './SelectControl.tsx'
import { TextControl } from './TextControl.tsx'

afterEach(() => void vi.useRealTimers())

const pick = async (user: ReturnType<typeof showControl>['user'], field: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}

describe('bounds', () => {
  it('keeps the other bound, and either may be empty', async () => {
    const { user, onChange } = showControl(BoundsControl, { value: [null, 9] })
    await user.type(screen.getByRole('textbox', { name: 'Field: Min' }), '2{Enter}')
    expect(onChange).toHaveBeenLastCalledWith([2, 9])
    await user.clear(screen.getByRole('textbox', { name: 'Field: Max' }))
    await user.keyboard('{Enter}')
    expect(onChange).toHaveBeenLastCalledWith([2, null])
  })
})

it('bounds are applied 300 ms after the last key', () => {
  vi.useFakeTimers()
  const { onChange } = showControl(BoundsControl, { value: [null, 9] })
  fireEvent.change(screen.getByRole('textbox', { name: 'Field: Min' }), { target: { value: '1.' } })
  act(() => void vi.advanceTimersByTime(299))
  expect(onChange).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1))
  expect(onChange).toHaveBeenLastCalledWith([1, 9])
  // the text remains as typed
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Field: Min' }).value).toBe('1.')
})

describe('a color', () => {
  it('can be typed as hex or RGB; any other text is an invalid color', async () => {
    const { user, onChange } = showControl(ColorControl, { value: { r: 1, g: 2, b: 3, a: 0.5 } })
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Hex or RGB of Field' })
    expect(field.value).toBe('#010203')
    await user.clear(field)
    await user.type(field, 'rgb(300, 0, 0)')
    expect(screen.getAllByText('Invalid color').length).toBeGreaterThan(0)
    expect(onChange).not.toHaveBeenCalled()
    await user.clear(field)
    await user.type(field, 'rgb(30, 0, 0)')
    expect(onChange).toHaveBeenLastCalledWith({ r: 30, g: 0, b: 0, a: 0.5 })
    expect(screen.queryByText('Invalid color')).toBeNull()
  })

  it('keeps its opacity', async () => {
    const { onChange } = showControl(ColorControl, { value: { r: 1, g: 2, b: 3, a: 0.5 } })
    const input = document.querySelector('input[type=color]') as HTMLInputElement
    expect(input.value).toBe('#010203')
    fireEvent.change(input, { target: { value: '#ff8000' } })
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ r: 255, g: 128, b: 0, a: 0.5 })
  })

  it('shows which preset is selected', async () => {
    const { user } = showControl(ColorControl)
    const [preset] = screen.getAllByRole('button')
    await user.click(preset as HTMLElement)
    expect(preset?.getAttribute('aria-pressed')).toBe('true')
  })
})

describe('a currency', () => {
  it('is a suffix unless another position is selected', async () => {
    const { user, onChange } = showControl(CurrencyControl)
    await user.click(screen.getByRole('combobox', { name: 'Field: Currency' }))
    const [first] = await screen.findAllByRole('option')
    await user.click(first as HTMLElement)
    expect(onChange.mock.lastCall?.[0]).toMatchObject({ symbolPosition: 'suffix' })
    await pick(user, 'Field: Prefix or suffix', 'Prefix')
    expect(onChange.mock.lastCall?.[0]).toMatchObject({ symbolPosition: 'prefix' })
  })
})

describe('a selection', () => {
  it('of numbers returns a number for a typed text', async () => {
    const control = {
      choices: [
        [10, '10'],
        [100, '100'],
      ] as [unknown, string][],
      freeForm: true,
    }
    const { user, onChange } = showControl(SelectControl, { control, value: 10 })
    await user.click(screen.getByRole('combobox', { name: 'Field' }))
    await user.type(await screen.findByRole('combobox', { name: 'Search Field' }), '250{Enter}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith(250)
  })

  it('with a default that is a list allows several', async () => {
    const control = {
      choices: [
        ['a', 'A'],
        ['b', 'B'],
      ] as [unknown, string][],
      default: [],
    }
    const { user, onChange } = showControl(SelectControl, { control })
    await pick(user, 'Field', 'A')
    await user.click(screen.getByRole('option', { name: 'B' }))
    expect(onChange).toHaveBeenLastCalledWith(['a', 'b'])
  })

  it('with a choice that is null returns null when it is selected', async () => {
    const control = {
      choices: [
        [null, 'None'],
        ['a', 'A'],
      ] as [unknown, string][],
    }
    const { user, onChange } = showControl(SelectControl, { control, value: 'a' })
    await pick(user, 'Field', 'None')
    expect(onChange).toHaveBeenCalledExactlyOnceWith(null)
    await pick(user, 'Field', 'A')
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    expect(onChange).toHaveBeenLastCalledWith(null)
  })
})

describe('a text', () => {
  it('is applied when typing pauses, or when the field is left', () => {
    vi.useFakeTimers()
    const { onChange } = showControl(TextControl, { value: 'a' })
    const field = screen.getByRole('textbox', { name: 'Field' })
    fireEvent.change(field, { target: { value: 'ab' } })
    act(() => void vi.advanceTimersByTime(200))
    expect(onChange).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(100))
    expect(onChange).toHaveBeenCalledExactlyOnceWith('ab')
    fireEvent.change(field, { target: { value: 'abc' } })
    fireEvent.blur(field)
    expect(onChange).toHaveBeenLastCalledWith('abc')
    act(() => void vi.advanceTimersByTime(1000))
    expect(onChange).toHaveBeenCalledTimes(2)
  })
})
