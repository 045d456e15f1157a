// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/queryClient.ts'
import { showControl } from '../testing/showControl.tsx'
import { MapControl } from './MapControl.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const control = { label: 'Country', choices: [['france', 'France (departments)'] as [unknown, string]] }

it('offers countries and your own maps', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ result: [{ key: 'districts', value: 'own:districts', name: 'Sales districts' }], faults: [] }),
  )
  const { user, onChange } = showControl(MapControl, { control, value: 'France' })
  expect(screen.getByRole('combobox', { name: /Country/ }).textContent).toContain('France (departments)')
  await user.click(screen.getByRole('combobox', { name: /Country/ }))
  await user.click(await screen.findByRole('option', { name: /Sales districts/ }))
  expect(onChange).toHaveBeenLastCalledWith('own:districts')
})

it('shows the key of a map that is not in the list', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'No' }, { status: 500 }))
  showControl(MapControl, { control, value: 'own:gone' })
  expect(screen.getByRole('combobox', { name: /Country/ }).textContent).toContain('gone')
  expect(await screen.findByText('The list of custom maps could not be loaded.')).toBeTruthy()
})
