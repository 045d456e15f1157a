import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { controlsOf } from '../../../../charts/testing/parts.ts'
import { startExplore } from '../../../../model/explore/exploreState.ts'
import { ApiError } from '../../../api/failure.ts'
import { showWithServer } from '../../../testing/showWithServer.tsx'
import { type Explore, ExploreProvider, RunProvider } from '../state/exploreContext.ts'
import type { Run } from '../state/useRun.ts'
import SaveDialog from './SaveDialog.tsx'

const noRun: Run = { phase: 'idle', startedAt: 0, endedAt: 0 }

function openSave(run: Run = noRun) {
  const form = { viz_type: 'pie', datasource: '3__table', groupby: ['region'], metric: 'count' }
  const explore: Partial<Explore> = {
    opened: { slice: null, metadata: null } as unknown as Explore['opened'],
    dataset: { id: 3, type: 'table', name: 'shops', table_name: 'shops' } as Explore['dataset'],
    datasource: { verboseMap: {}, columnTypes: {} } as unknown as Explore['datasource'],
    vizType: 'pie',
    form,
    rules: controlsOf('pie'),
    state: startExplore(form, '', undefined),
    editor: '5',
  }
  return showWithServer(
    <ExploreProvider value={explore as Explore}>
      <RunProvider value={{ run, start: () => undefined, stop: () => undefined }}>
        <SaveDialog dashboardId={null} canOverwrite={false} onClose={() => undefined} />
      </RunProvider>
    </ExploreProvider>,
  )
}

const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const nameField = () => screen.getByLabelText<HTMLInputElement>(/^Chart name/)

it('a new chart has a suggested name, which typing replaces', async () => {
  const { user } = openSave()
  await waitFor(() => expect(nameField().value).toBe('Number of rows by region'))
  nameField().blur()
  nameField().focus()
  await user.keyboard('Mine')
  expect(nameField().value).toBe('Mine')
  expect(screen.queryByText(/The last run of this chart failed/)).toBeNull()
})

it('after a failed run it shows the error as a warning, and the chart can still be saved', async () => {
  const error = new ApiError('no such column: regoin', { status: 200 })
  openSave({ ...noRun, phase: 'failed', error })
  await screen.findByText(/^The last run of this chart failed: no such column: regoin\. You can save it as it is/)
  expect(saveButton().disabled).toBe(false)
})
