/** The build of MapLibre whose worker is a separate file, as the content security policy requires. */
declare module 'maplibre-gl/dist/maplibre-gl-csp.js' {
  import type * as Library from 'maplibre-gl'

  const library: typeof Library
  export default library
}
