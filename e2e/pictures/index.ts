import { annotationScenes } from './annotationScenes.ts'
import { dashboardScenes } from './dashboardScenes.ts'
import { dataScenes } from './dataScenes.ts'
import { datasetScenes } from './datasetScenes.ts'
import { editScenes } from './editScenes.ts'
import { exploreEditorScenes } from './exploreEditorScenes.ts'
import { exploreScenes } from './exploreScenes.ts'
import { historyScenes } from './historyScenes.ts'
import { listScenes } from './listScenes.ts'
import { manageScenes } from './manageScenes.ts'
import { peopleScenes } from './peopleScenes.ts'
import { reportScenes } from './reportScenes.ts'
import type { Scene } from './scene.ts'
import { shellScenes } from './shellScenes.ts'
import { sqlLabScenes } from './sqlLabScenes.ts'

export const allScenes: Scene[] = [
  ...shellScenes,
  ...historyScenes,
  ...listScenes,
  ...dataScenes,
  ...datasetScenes,
  ...sqlLabScenes,
  ...dashboardScenes,
  ...editScenes,
  ...exploreScenes,
  ...exploreEditorScenes,
  ...annotationScenes,
  ...reportScenes,
  ...peopleScenes,
  ...manageScenes,
]
