import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ComparisonColumnsControl } from '../comparisonColumns/ComparisonColumnsControl.tsx'
import { showControl } from '../testing/showControl.tsx'
import { ColorControl } from './ColorControl.tsx'
import { DateControl } from './DateControl.tsx'
import { SequentialSchemeControl } from './SequentialSchemeControl.tsx'
import { TimeBoundsControl } from './TimeBoundsControl.tsx'

describe('a sequential scheme', () => {
  it('shows the default and its colors, and accepts another one', async () => {
    const { user, onChange } = showControl(SequentialSchemeControl)
    expect(screen.getByRole('combobox', { name: 'Field' }).textContent).toContain('Sextant')
    expect(document.querySelectorAll('svg rect').length).toBeGreaterThanOrEqual(12)
    await user.click(screen.getByRole('combobox', { name: 'Field' }))
    await user.click(await screen.findByRole('option', { name: 'Dark blue' }))
    expect(onChange).toHaveBeenLastCalledWith('dark_blue')
  })
})

describe('a color with opacity', () => {
  const control = { kind: 'alphaColor', default: { r: 224, g: 67, b: 85, a: 1 } }
  it('starts with its own default', () => {
    showControl(ColorControl, { control })
    expect((document.querySelector('input[type=color]') as HTMLInputElement).value).toBe('#e04355')
  })
  it('changes only the opacity', () => {
    const { onChange } = showControl(ColorControl, { control, value: { r: 1, g: 2, b: 3, a: 0.5 } })
    fireEvent.change(screen.getByRole('slider', { name: 'Opacity of Field' }), { target: { value: '0.25' } })
    expect(onChange).toHaveBeenLastCalledWith({ r: 1, g: 2, b: 3, a: 0.25 })
  })
  it('has no opacity if the kind of control has none', () => {
    showControl(ColorControl)
    expect(screen.queryByRole('slider')).toBeNull()
  })
})

it('a date is a day, or empty', () => {
  const { onChange } = showControl(DateControl, { value: '2020-01-05T00:00:00' })
  const input = screen.getByLabelText('Field', { selector: 'input' })
  expect((input as HTMLInputElement).value).toBe('2020-01-05')
  fireEvent.change(input, { target: { value: '2021-02-03' } })
  expect(onChange).toHaveBeenLastCalledWith('2021-02-03')
  fireEvent.change(input, { target: { value: '' } })
  expect(onChange).toHaveBeenLastCalledWith(undefined)
})

it('times of day have seconds, and an empty field means no value', () => {
  const { onChange } = showControl(TimeBoundsControl, { value: ['08:00:00', null] })
  fireEvent.change(screen.getByLabelText('Field: To'), { target: { value: '20:30' } })
  expect(onChange).toHaveBeenLastCalledWith(['08:00:00', '20:30:00'])
  fireEvent.change(screen.getByLabelText('Field: To'), { target: { value: '' } })
  expect(onChange).toHaveBeenLastCalledWith(['08:00:00', null])
  fireEvent.change(screen.getByLabelText('Field: From'), { target: { value: '' } })
  expect(onChange).toHaveBeenLastCalledWith(undefined)
})

it('the values of a comparison can be hidden, renamed and marked individually', async () => {
  const { user, onChange } = showControl(ComparisonColumnsControl, { value: { Delta: { visible: false } } })
  await user.click(screen.getByRole('checkbox', { name: 'Previous value' }))
  expect(onChange).toHaveBeenLastCalledWith({ Delta: { visible: false }, 'Previous value': { visible: false } })
  await user.type(screen.getByRole('textbox', { name: 'Name of Percent change' }), 'X')
  expect(onChange.mock.lastCall?.[0]).toMatchObject({ 'Percent change': { customColumnName: 'X' } })
})
