import { type ReactNode, Suspense, use } from 'react'
import { loadExamples } from '../../../../charts/examples.ts'
import { shownType } from '../../../../charts/index.ts'
import type { ChartType } from '../../../../charts/shared/contract.ts'
import { noDatasource } from '../../../../charts/shared/noDatasource.ts'
import { PartChart } from '../../../../charts/shared/pageParts.ts'
import { ChartView } from '../../../chart/ChartView.tsx'
import { RenderBoundary } from '../../../chart/RenderBoundary.tsx'
import css from './Gallery.module.css'

/**
 * The examples of a type, drawn as charts; `waiting` is shown until their code has loaded, and if it cannot be loaded.
 */
export function ExampleCharts({ chart, waiting }: { chart: ChartType; waiting: ReactNode }) {
  return (
    <RenderBoundary resetKeys={[chart]} fallback={() => waiting}>
      <Suspense fallback={waiting}>
        <Examples chart={chart} waiting={waiting} />
      </Suspense>
    </RenderBoundary>
  )
}

function Examples({ chart, waiting }: { chart: ChartType; waiting: ReactNode }) {
  const examples = use(loadExamples(chart))
  if (examples.length === 0) return waiting
  // the example contains the rows, so even a type that draws other charts must not load any
  const type = { ...shownType(chart), drawsCharts: false }
  return examples.map(({ caption, form, data }) => (
    <figure key={caption} className={css.example}>
      <div className={css.exampleChart}>
        <PartChart value={ChartView}>
          <ChartView
            type={type}
            formData={form}
            data={data}
            datasource={noDatasource}
            title={caption}
            asTable={false}
            waiting={waiting}
          />
        </PartChart>
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  ))
}
