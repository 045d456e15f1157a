// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showControl } from '../testing/showControl.tsx'
import { FixedOrMetricControl } from './FixedOrMetricControl.tsx'
import { SpatialControl } from './SpatialControl.tsx'
import { ViewportControl } from './ViewportControl.tsx'

it('a place is two columns, and can be reversed', async () => {
  const { user, onChange } = showControl(SpatialControl, { value: { type: 'latlong', lonCol: 'amount' } })
  await user.click(screen.getByRole('button', { name: 'Field: N/A' }))
  await user.click(await screen.findByRole('combobox', { name: 'Field: Latitude' }))
  await user.click(await screen.findByRole('option', { name: 'tax' }))
  expect(onChange).toHaveBeenLastCalledWith({ type: 'latlong', lonCol: 'amount', latCol: 'tax' })
  await user.click(screen.getByRole('checkbox', { name: 'Reverse lat/long' }))
  expect(onChange).toHaveBeenLastCalledWith({
    type: 'latlong',
    lonCol: 'amount',
    latCol: 'tax',
    reverseCheckbox: true,
  })
  expect(screen.getByRole('button', { name: 'Field: amount | tax' })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Geohash' }))
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ type: 'geohash', lonCol: 'amount' }))
  expect(screen.getByRole('button', { name: 'Field: N/A' })).toBeTruthy()
})

it('a viewport is five numbers within their limits', async () => {
  const { user, onChange } = showControl(ViewportControl, { value: { longitude: 5.12345, latitude: -6, zoom: 3 } })
  await user.click(screen.getByRole('button', { name: 'Field: 5.1235° | −6°' }))
  const zoom = await screen.findByRole('textbox', { name: 'Zoom' })
  await user.clear(zoom)
  await user.type(zoom, '40{Enter}')
  expect(onChange).toHaveBeenLastCalledWith({ longitude: 5.12345, latitude: -6, zoom: 22, bearing: 0, pitch: 0 })
})

it('a size is a number or a metric', async () => {
  const { user, onChange } = showControl(FixedOrMetricControl, {
    control: { default: { type: 'fix', value: 1000 } },
    value: { type: 'fix', value: 5 },
  })
  await user.click(screen.getByRole('radio', { name: 'Based on a metric' }))
  expect(onChange).toHaveBeenLastCalledWith({ type: 'metric' })
  expect(screen.getByText('Drop a column/metric here or click')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Fixed' }))
  expect(onChange).toHaveBeenLastCalledWith({ type: 'fix', value: 1000 })
})
