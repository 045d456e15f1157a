/** The build of MapLibre whose worker is a file of its own, as the content security policy needs it. */
declare module 'maplibre-gl/dist/maplibre-gl-csp.js' {
  import type * as Library from 'maplibre-gl'

  const library: typeof Library
  export default library
}
