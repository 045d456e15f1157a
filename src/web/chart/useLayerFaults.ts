import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { shownLayers } from '../../charts/shared/annotations/layer.ts'
import { failedLayers } from '../../charts/shared/annotations/layerData.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { defineTexts, useText } from '../ui/text.ts'

const texts = defineTexts('chart.layerFaults', { badFormula: 'Bad formula.' })

interface LayerFault {
  name: string
  message: string
}

const noLayers: Record<string, unknown>[] = []

/** The annotation layers of a chart that cannot be drawn: their data is missing, or their formula is invalid. */
export function useLayerFaults(
  formData: Record<string, unknown> | undefined,
  data?: readonly ChartData[],
): LayerFault[] {
  const t = useText()
  const saved = formData?.['annotation_layers']
  const layers = Array.isArray(saved) ? (saved as Record<string, unknown>[]) : noLayers
  const answered = data?.[0]?.annotation_data
  const hasFormula = layers.some(({ annotationType }) => annotationType === 'FORMULA')
  // only charts with a formula load the parser
  const parser = useQuery({
    queryKey: ['formulaParser'],
    queryFn: () => import('../../charts/shared/annotations/formula.ts'),
    enabled: hasFormula,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
  return useMemo(() => {
    const formulas = shownLayers(layers).flatMap(({ annotationType, name, value }) => {
      if (annotationType !== 'FORMULA' || !parser) return []
      const read = parser.parseFormula(String(value ?? ''))
      return read.ok ? [] : [{ name, message: `${t(texts.badFormula)} ${read.error}` }]
    })
    return [...failedLayers(answered), ...formulas]
  }, [layers, answered, parser, t])
}
