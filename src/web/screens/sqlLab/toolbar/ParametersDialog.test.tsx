import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useLab } from '../state/lab.ts'
import { showLab, tabOf } from '../testing/showLab.tsx'
import { ParametersDialog } from './ParametersDialog.tsx'

it('requires JSON, and shows an error for any other text', async () => {
  showLab(<ParametersDialog tab={tabOf({ templateParams: '{"a": ' })} onClose={() => undefined} />)
  const dialog = await screen.findByRole('dialog', { name: 'Template parameters' })
  within(dialog).getByText(/become available in your SQL by Jinja templating/)
  within(dialog).getByRole('img', { name: 'Invalid JSON' })
  // a text that is not JSON is not stored
  expect(useLab.getState().tabs[0]?.templateParams).toBe('{}')
})

it.each(['{}', '', '{"a": 1}'])('%s is valid', async (templateParams) => {
  showLab(<ParametersDialog tab={tabOf({ templateParams })} onClose={() => undefined} />)
  await screen.findByRole('dialog', { name: 'Template parameters' })
  expect(screen.queryByRole('img', { name: 'Invalid JSON' })).toBeNull()
})
