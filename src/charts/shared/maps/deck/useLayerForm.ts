import { useMemo } from 'react'
import { readViewport } from '../viewport.ts'
import type { MapForm } from './deckMapProps.ts'

/**
 * The form data of layers, without the position of the map: it remains the same object when the map is moved, so that
 * the layers are not created again. It changes with the pitch, because heights are drawn only if the map is tilted.
 */
export function useLayerForm<F extends Pick<MapForm, 'viewport'>>(form: F): F {
  const written = JSON.stringify({ ...form, viewport: { pitch: readViewport(form.viewport).pitch } })
  return useMemo(() => JSON.parse(written) as F, [written])
}
