import { type AnnotationLayer, opacities } from '../../../charts/shared/annotations/layer.ts'
import { categoricalColors } from '../../../charts/shared/color/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from '../EditorFrame.module.css'
import colors from '../simple/Simple.module.css'
import { useControlForm } from '../source.ts'
import type { LayerDraft } from './layerDraft.ts'

const texts = defineTexts('control.annotationDisplay', {
  section: 'Display configuration',
  style: 'Style',
  opacity: 'Opacity',
  full: 'Solid',
  color: 'Color',
  automatic: 'Automatic Color',
  width: 'Line width',
  markers: 'Show Markers',
  hideLine: 'Hide Line',
})

const styleTexts = defineTexts('control.annotationDisplay.style', {
  solid: 'Solid',
  dashed: 'Dashed',
  longDashed: 'Long dashed',
  dotted: 'Dotted',
})

interface Props {
  draft: LayerDraft
  set: (change: Partial<LayerDraft>) => void
}

/** The appearance of a layer. */
export function DisplayFields({ draft, set }: Props) {
  const t = useText()
  const isLine = draft.annotationType === 'TIME_SERIES'
  return (
    <fieldset className={css.body}>
      <legend>{t(texts.section)}</legend>
      <Field label={t(texts.style)}>
        <Select
          label={t(texts.style)}
          options={Object.entries(styleTexts).map(([value, text]) => ({ value, label: t(text) }))}
          value={draft.style as string}
          onChange={(style) => set({ style: style as AnnotationLayer['style'] })}
        />
      </Field>
      <Field label={t(texts.opacity)}>
        <Select
          label={t(texts.opacity)}
          options={[
            { value: '', label: t(texts.full) },
            ...Object.entries(opacities).map(([value, opacity]) => ({ value, label: String(opacity) })),
          ]}
          value={draft.opacity as string | undefined}
          onChange={(opacity) => set({ opacity: opacity as AnnotationLayer['opacity'] })}
        />
      </Field>
      <ColorField label={t(texts.color)} color={draft.color} onChange={(color) => set({ color })} />
      <NumberField
        label={t(texts.width)}
        min={0}
        value={draft.width}
        onChange={(width) => set({ width: width ?? 1 })}
      />
      {isLine ? (
        <>
          <Checkbox
            label={t(texts.markers)}
            checked={draft.showMarkers}
            onChange={(showMarkers) => set({ showMarkers })}
          />
          <Checkbox label={t(texts.hideLine)} checked={draft.hideLine} onChange={(hideLine) => set({ hideLine })} />
        </>
      ) : null}
    </fieldset>
  )
}

/** Selects a color of the chart's scheme, any other color, or automatically the scheme's next color. */
function ColorField(props: { label: string; color: string | null; onChange: (color: string | null) => void }) {
  const { label, color, onChange } = props
  const t = useText()
  const { color_scheme: scheme } = useControlForm()
  const presets = categoricalColors(typeof scheme === 'string' ? scheme : 'sextant').slice(0, 10)
  return (
    <Field label={label}>
      <div className={colors.colors}>
        <input
          type="color"
          aria-label={label}
          className={colors.color}
          value={color ?? presets[0]}
          onChange={(event) => onChange(event.target.value)}
        />
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            className={colors.preset}
            aria-label={preset}
            aria-pressed={preset.toLowerCase() === color?.toLowerCase()}
            onClick={() => onChange(preset)}
          >
            <svg viewBox="0 0 1 1" aria-hidden="true">
              <rect width="1" height="1" fill={preset} />
            </svg>
          </button>
        ))}
      </div>
      <Button
        size="xs"
        variant="quiet"
        active={color === null}
        aria-pressed={color === null}
        onClick={() => onChange(null)}
      >
        {t(texts.automatic)}
      </Button>
    </Field>
  )
}
