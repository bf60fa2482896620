import { Slider } from 'radix-ui'
import { useId } from 'react'
import '../shell/look/choices.css'

type Props = {
  label: string
  unit: string
  range: { min: number; max: number; step: number }
  value: number
  onChange: (value: number) => void
}

/** Radix's primitive, styled like the slider of Themes, which cannot give its thumb an accessible name. */
export function SliderField({ label, unit, range, value, onChange }: Props) {
  const id = useId()
  const shown = `${value.toLocaleString('it-IT')}${unit}`
  return (
    <div className="field slider-field">
      <div className="slider-label">
        <span id={id}>{label}</span>
        <output>{shown}</output>
      </div>
      <Slider.Root
        className="rt-SliderRoot rt-r-size-2 rt-variant-surface"
        {...range}
        value={[value]}
        onValueChange={([next]) => next !== undefined && onChange(next)}
      >
        <Slider.Track className="rt-SliderTrack">
          <Slider.Range className="rt-SliderRange" />
        </Slider.Track>
        <Slider.Thumb className="rt-SliderThumb" aria-labelledby={id} aria-valuetext={shown} />
      </Slider.Root>
    </div>
  )
}
