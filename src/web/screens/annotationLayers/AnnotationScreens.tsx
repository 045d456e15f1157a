import { notFound, useLocation } from '@tanstack/react-router'
import { AnnotationLayerListScreen } from './AnnotationLayerListScreen.tsx'
import { AnnotationListScreen } from './AnnotationListScreen.tsx'
import { screenAt } from './addressOf.ts'

/** The pages below `/annotationlayer/`. They share one route, because every page loads the list of routes. */
export function AnnotationScreens() {
  const screen = screenAt(useLocation().pathname)
  if (screen === undefined) throw notFound()
  return screen === 'list' ? <AnnotationLayerListScreen /> : <AnnotationListScreen layerId={screen} />
}
