import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { currentUser } from '../api/bootstrap.ts'
import { draftStore } from '../drafts/draftStore.ts'
import { deleteDrafts, draftPrefix, hasDrafts, resumeDrafts, stopDrafts } from '../drafts/ownDrafts.ts'
import { show } from '../ui/testing/show.tsx'
import ShellDialog from './ShellDialog.tsx'
import { useShell } from './shellState.ts'
import { signOut } from './signOut.ts'

const key = `${draftPrefix('chart')}chart.7.1`
const assign = vi.spyOn(window.location, 'assign')

beforeEach(() => void assign.mockReset().mockReturnValue())
afterEach(() => {
  useShell.setState({ dialog: undefined, isSigningOut: false })
  localStorage.clear()
  sessionStorage.clear()
})

it('without drafts signs out at once', () => {
  sessionStorage.setItem('sextant.explore.unsaved', '{}')
  signOut()
  expect(assign).toHaveBeenCalledWith('/logout/')
  expect(sessionStorage.length).toBe(0)
})

it('with drafts, a dialog says that they are deleted; Cancel keeps them and the session', async () => {
  localStorage.setItem(key, '{}')
  const user = show(<ShellDialog />)
  signOut()
  await screen.findByText('This browser has stored unsaved changes. Logging out deletes them.')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(localStorage.getItem(key)).toBe('{}')
  expect(assign).not.toHaveBeenCalled()

  signOut()
  await user.click(await screen.findByRole('button', { name: 'Logout' }))
  expect(localStorage.getItem(key)).toBeNull()
  expect(assign).toHaveBeenCalledWith('/logout/')
})

it('the drafts of the user are deleted, those of others and other settings are not', () => {
  const { userId } = currentUser
  currentUser.userId = 12
  onTestFinished(() => {
    if (userId === undefined) delete currentUser.userId
    else currentUser.userId = userId
  })
  localStorage.setItem(`${draftPrefix('chart')}chart.7.1`, '{}')
  localStorage.setItem(`${draftPrefix('dashboard')}3.2`, '{}')
  const others = ['sextant.chartDraft.1.chart.7.1', 'sextant.dashboardDraft.123.3.2', 'sextant.nav']
  for (const other of others) localStorage.setItem(other, '{}')
  expect(hasDrafts()).toBe(true)
  deleteDrafts()
  expect(Object.keys(localStorage).toSorted()).toEqual(others.toSorted())
  expect(hasDrafts()).toBe(false)
})

it('windows that remain open store no drafts after signing out, until their user signs in again', () => {
  const drafts = draftStore<{ keptAt: number }>('chart', () => true)
  const keep = () => drafts.keep(key, { keptAt: 1 })
  stopDrafts()
  keep()
  expect(hasDrafts()).toBe(false)
  resumeDrafts()
  keep()
  expect(hasDrafts()).toBe(true)
})

it('windows that are opened after signing out store drafts', () => {
  stopDrafts()
  const opened = vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() + 1)
  onTestFinished(() => opened.mockRestore())
  const drafts = draftStore<{ keptAt: number }>('chart', () => true)
  drafts.keep(key, { keptAt: 1 })
  expect(hasDrafts()).toBe(true)
  // the user has signed in again: other windows also store drafts again
  opened.mockRestore()
  deleteDrafts()
  drafts.keep(key, { keptAt: 1 })
  expect(hasDrafts()).toBe(true)
})
