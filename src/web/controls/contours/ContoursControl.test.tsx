// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { startContours } from '../../../charts/deckContour/startContours.ts'
import { showControl } from '../testing/showControl.tsx'
import { ContoursControl } from './ContoursControl.tsx'

it('contours are lines and bands, which can be edited', async () => {
  const { user, onChange } = showControl(ContoursControl, { value: startContours })
  await user.click(screen.getByRole('button', { name: 'Edit Band from 6 to 10' }))
  const upper = await screen.findByRole('textbox', { name: /^Upper threshold/ })
  await user.clear(upper)
  await user.type(upper, '5')
  await user.tab()
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(screen.getByText('The upper threshold must be larger than the threshold')).toBeTruthy()
  await user.clear(upper)
  await user.type(upper, '20')
  await user.tab()
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(onChange).toHaveBeenLastCalledWith([...startContours.slice(0, 2), { ...startContours[2], upperThreshold: 20 }])
})
