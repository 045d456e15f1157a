import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from './Select.tsx'

const fruits = ['Apple', 'Banana', 'Cherry', 'Date', 'Elderberry', 'Fig', 'Grape', 'Éclair fruit', 'Honeydew']
const options = fruits.map((label) => ({ value: label.toLowerCase(), label }))

function One({ onChange, ...rest }: Partial<SelectProps<string>>) {
  const [value, setValue] = useState<string | undefined>()
  return (
    <Select
      label="Fruit"
      options={options}
      value={value}
      onChange={(next) => {
        setValue(next)
        onChange?.(next)
      }}
      {...rest}
    />
  )
}

function Many({ onChange, ...rest }: Partial<MultiSelectProps<string>>) {
  const [value, setValue] = useState<string[]>([])
  return (
    <MultiSelect
      label="Fruits"
      options={options}
      value={value}
      onChange={(next) => {
        setValue(next)
        onChange?.(next)
      }}
      {...rest}
    />
  )
}

const field = (name = 'Fruit') => screen.getByRole('combobox', { name })
const shownOptions = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

it('opens with the focus in its search field, and returns the focus when it closes', async () => {
  const user = show(<One />)
  await user.click(field())
  const search = await screen.findByRole('combobox', { name: 'Search Fruit' })
  await waitFor(() => expect(document.activeElement).toBe(search))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(field()))
})

it('finds entries regardless of case and accents, and Enter selects the first', async () => {
  const onChange = vi.fn()
  const user = show(<One onChange={onChange} />)
  await user.click(field())
  await user.type(await screen.findByRole('combobox', { name: 'Search Fruit' }), 'ECLAIR')
  expect(shownOptions()).toEqual(['Éclair fruit'])
  await user.keyboard('{Enter}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('éclair fruit')
  expect(field().textContent).toBe('Éclair fruit')
})

it('arrow keys skip disabled entries', async () => {
  const onChange = vi.fn()
  const some = options.map((each, index) => ({ ...each, disabled: index === 1 }))
  const user = show(<One options={some} onChange={onChange} />)
  await user.click(field())
  await screen.findByRole('listbox')
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  const [[chosen]] = onChange.mock.calls as [[string]]
  expect(chosen).not.toBe('banana')
  expect(['cherry', 'date']).toContain(chosen)
})

it('does not select a disabled entry', async () => {
  const onChange = vi.fn()
  const user = show(<One options={[{ value: 'a', label: 'A', disabled: true }]} onChange={onChange} />)
  await user.click(field())
  await user.click(await screen.findByRole('option', { name: 'A' }))
  expect(onChange).not.toHaveBeenCalled()
})

it('without a search field selects by the first letters', async () => {
  const onChange = vi.fn()
  const user = show(<One options={options.slice(0, 4)} onChange={onChange} />)
  await user.click(field())
  await screen.findByRole('listbox')
  expect(screen.queryByRole('combobox', { name: 'Search Fruit' })).toBeNull()
  await user.keyboard('ch{Enter}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('cherry')
})

it('offers a new value only if new values are allowed', async () => {
  const user = show(<One />)
  await user.click(field())
  await user.type(await screen.findByRole('combobox', { name: 'Search Fruit' }), 'Quince')
  expect(await screen.findByText('No data')).toBeDefined()
})

it('selects a typed value that is new', async () => {
  const onChange = vi.fn()
  const user = show(<One allowNew newLabel={(typed) => `Create ${typed}`} onChange={onChange} />)
  await user.click(field())
  await user.type(await screen.findByRole('combobox', { name: 'Search Fruit' }), 'Quince')
  await user.click(screen.getByRole('option', { name: 'Create Quince' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('Quince')
})

it('shows an error if entries cannot be loaded', async () => {
  const load = async () => {
    throw new Error('The list is not reachable.')
  }
  const user = show(<One options={undefined} load={load} />)
  await user.click(field())
  expect((await screen.findByRole('alert')).textContent).toBe('The list is not reachable.')
})

it('of several values stays open, and removes a value by its tag', async () => {
  const onChange = vi.fn()
  const user = show(<Many onChange={onChange} />)
  await user.click(field('Fruits'))
  await user.click(await screen.findByRole('option', { name: 'Apple' }))
  await user.click(screen.getByRole('option', { name: 'Fig' }))
  expect(onChange).toHaveBeenLastCalledWith(['apple', 'fig'])
  expect(screen.getByRole('option', { name: 'Apple' }).getAttribute('aria-selected')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Remove Apple', hidden: true }))
  expect(onChange).toHaveBeenLastCalledWith(['fig'])
})

it('of several values selects all matches of a search, and clears all', async () => {
  const onChange = vi.fn()
  const user = show(<Many onChange={onChange} />)
  await user.click(field('Fruits'))
  await user.type(await screen.findByRole('combobox', { name: 'Search Fruits' }), 'an')
  const list = screen.getByRole('listbox')
  await user.click(within(list).getByRole('option', { name: /^Banana/ }))
  expect(onChange).toHaveBeenLastCalledWith(['banana'])
  await user.clear(screen.getByRole('combobox', { name: 'Search Fruits' }))
  await user.click(await screen.findByRole('option', { name: /^Select all/ }))
  expect(onChange.mock.lastCall?.[0]).toHaveLength(fruits.length)
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(onChange).toHaveBeenLastCalledWith([])
})

it('of several values accepts a pasted list', async () => {
  const onChange = vi.fn()
  const user = show(<Many onChange={onChange} />)
  await user.click(field('Fruits'))
  await user.click(await screen.findByRole('combobox', { name: 'Search Fruits' }))
  await user.paste('Apple, Fig\nGrape')
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(['apple', 'fig', 'grape']))
})
