import { useMemo } from 'react'
import { readViewport } from '../viewport.ts'
import type { MapForm } from './deckMapProps.ts'

/**
 * The form data of layers: the same object wherever the map looks, so that a move does not make them again. They depend on
 * one part of it only: heights are drawn in a map that leans.
 */
export function useLayerForm<F extends Pick<MapForm, 'viewport'>>(form: F): F {
  const written = JSON.stringify({ ...form, viewport: { pitch: readViewport(form.viewport).pitch } })
  return useMemo(() => JSON.parse(written) as F, [written])
}
