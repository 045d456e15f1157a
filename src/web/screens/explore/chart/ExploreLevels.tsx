import type { LevelMove } from '../../../../charts/drillLevels.ts'
import type { PictureRef, ShownType } from '../../../../charts/shared/contract.ts'
import type { ExtraFormData } from '../../../../model/dashboard/dataMask.ts'
import DrillLevels from '../../../drill/DrillLevels.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useExplore, useExploreRun } from '../state/exploreContext.ts'
import ExploreMarkMenu from './ExploreMarkMenu.tsx'

const texts = defineTexts('explore.levels', { untitled: 'Chart' })

interface ExploreLevelsProps {
  type: ShownType
  form: Record<string, unknown>
  path: readonly LevelMove[]
  onPath: (path: readonly LevelMove[]) => void
  picture: PictureRef
}

/** The edited chart at a lower level of a hierarchy. Its controls are not changed. */
export default function ExploreLevels({ type, form, path, onPath, picture }: ExploreLevelsProps) {
  const t = useText()
  const { state, datasource, dashboardColors } = useExplore()
  const { run } = useExploreRun()
  return (
    <DrillLevels
      title={state.name || t(texts.untitled)}
      formData={form}
      // the cast is safe: the field is written by this product, or by a program that follows the contract
      extra={(form['extra_form_data'] ?? {}) as ExtraFormData}
      datasource={datasource}
      colors={{ labelColors: dashboardColors?.labelColors, colorScheme: dashboardColors?.scheme }}
      version={run.startedAt}
      path={path}
      onPath={onPath}
      view={{ picture }}
      menu={(menu) => <ExploreMarkMenu {...menu} type={type} path={path} onPath={onPath} />}
    />
  )
}
