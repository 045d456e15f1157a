import { useEffect } from 'react'
import { chartsIn, parseLayout } from '../../../../model/dashboard/layout.ts'
import { loadChartToAdd } from '../../../api/dashboardEdit.ts'
import { datasourceOf, joinDatasources } from '../../../chart/datasourceOf.ts'
import { defineTexts } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { withBoxFilters } from '../filterBox/boxFilters.ts'
import type { Editor } from './editStore.ts'

const texts = defineTexts('dashboard.edit.stage', {
  undefinedChart: 'Sorry, there is no chart definition associated with the chart trying to be added.',
})

/** Loads charts that were added to the layout, so that they are drawn at once. */
export function useChartsOnStage(editor: Editor): void {
  useEffect(() => {
    // charts of the initial layout: if one cannot be loaded, only its tile shows that, without a message
    const before = new Set(chartsIn(parseLayout(editor.position()).root))
    const asked = new Set<number>()
    const { store } = editor.session
    async function fetchChart(id: number): Promise<void> {
      try {
        const { chart, datasetId, dataset } = await loadChartToAdd(id)
        store.setState((state) => {
          const charts = new Map(state.charts).set(id, chart)
          const datasources =
            datasetId === null
              ? state.datasources
              : joinDatasources(state.datasources, new Map([[datasetId, datasourceOf(dataset)]]))
          return { charts, datasources, ...withBoxFilters({ ...state, charts }) }
        })
      } catch {
        asked.delete(id)
        editor.store.setState(({ lostCharts }) => ({ lostCharts: new Set(lostCharts).add(id) }))
        if (!before.has(id)) toast.warning({ text: texts.undefinedChart }, { noDuplicate: true })
      }
    }
    function look(): void {
      const { charts } = store.getState()
      const { lostCharts } = editor.store.getState()
      for (const id of chartsIn(parseLayout(editor.position()).root)) {
        if (charts.has(id) || asked.has(id) || lostCharts.has(id)) continue
        asked.add(id)
        void fetchChart(id)
      }
    }
    look()
    let seen = editor.position()
    return editor.store.subscribe(() => {
      if (editor.position() === seen) return
      seen = editor.position()
      look()
    })
  }, [editor])
}
