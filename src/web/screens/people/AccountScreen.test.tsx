import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { currentUser } from '../../api/bootstrap.ts'
import { answering } from '../../testing/answering.ts'
import { showPage } from '../../testing/showPage.tsx'
import { AccountScreen } from './AccountScreen.tsx'

it('a saved time zone applies to the pages that are opened next', async () => {
  onTestFinished(() => void Reflect.deleteProperty(currentUser, 'timeZone'))
  const calls = answering({ 'PUT /api/v1/me/': { result: {} } })
  const { user } = showPage(() => <AccountScreen />)
  const field = await screen.findByRole('combobox', { name: 'Show times in' })
  await user.click(field)
  await user.type(await screen.findByRole('combobox', { name: 'Search Show times in' }), 'Berlin')
  await user.click(await screen.findByRole('option', { name: /Europe\/Berlin/ }))
  const form = field.closest('form') as HTMLFormElement
  await user.click(within(form).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(currentUser.timeZone).toBe('Europe/Berlin'))
  expect(calls.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ time_zone: 'Europe/Berlin' })
})
