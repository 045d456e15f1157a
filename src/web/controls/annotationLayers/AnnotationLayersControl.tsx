import { lazy, useState } from 'react'
import { findChart } from '../../../charts/index.ts'
import { annotationTypes, readLayer } from '../../../charts/shared/annotations/layer.ts'
import { GenericType } from '../../../model/dataset/dataset.ts'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { listOf, moved, placed, without } from '../listEdits.ts'
import { type OpenEditor, PillBox } from '../pills/PillBox.tsx'
import { type ControlProps, useControlForm, useControlSource } from '../source.ts'

const texts = defineTexts('control.annotationLayers', {
  add: 'Add annotation layer',
  edit: 'Edit annotation layer',
  hidden: '{name} (Hidden)',
  nameless: 'Annotation layer',
})

const LayerEditor = lazy(() => import('./LayerEditor.tsx'))

type Saved = Record<string, unknown>

/** Annotation layers that the chart draws with its own data: formulas, events, intervals, and lines of other charts. */
export function AnnotationLayersControl({ control, value, onChange, errors }: ControlProps) {
  const t = useText()
  const form = useControlForm()
  const { annotationFaults = [] } = useControlSource()
  const [open, setOpen] = useState<OpenEditor>()
  const layers = listOf<Saved>(value)
  const nameOf = (layer: Saved) => (typeof layer['name'] === 'string' ? layer['name'] : '')
  const types = findChart(String(form['viz_type']))?.annotations ?? annotationTypes
  return (
    <PillBox
      control={control}
      errors={errors}
      pills={layers.map((saved, index) => {
        const name = nameOf(saved) || t(texts.nameless)
        const layer = readLayer(saved)
        const isFormula = layer?.annotationType === 'FORMULA'
        return {
          key: `${index}:${name}`,
          label: layer?.show === false ? t(texts.hidden, { name }) : name,
          icon: isFormula ? 'metric' : GenericType.temporal,
          warning: annotationFaults.find((fault) => fault.name === name)?.message,
        }
      })}
      hint={t(texts.add)}
      open={open}
      onOpen={setOpen}
      editorLabel={t(open === 'new' ? texts.add : texts.edit)}
      editorWidth={360}
      editor={(at) => (
        <LazyPart onClose={() => setOpen(undefined)}>
          <LayerEditor
            saved={at === 'new' ? undefined : layers[at]}
            types={types}
            taken={layers.filter((_layer, index) => index !== at).map(nameOf)}
            onApply={(layer, isDone) => {
              onChange(placed(layers, at, layer))
              // once it is applied, a new layer has an index
              setOpen(isDone ? undefined : at === 'new' ? layers.length : at)
            }}
            onCancel={() => setOpen(undefined)}
            onRemove={() => {
              setOpen(undefined)
              if (at !== 'new') onChange(without(layers, at))
            }}
          />
        </LazyPart>
      )}
      onRemove={(index) => onChange(without(layers, index))}
      onMove={(from, to) => onChange(moved(layers, from, to))}
      accepts={() => false}
      onDropItem={() => undefined}
    />
  )
}
