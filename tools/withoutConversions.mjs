/** A plugin of esbuild for a bundle that changes no envelopes: what makes other ones of them is left out of the protocols. */
export function withoutConversions() {
  return {
    name: 'without-conversions',
    setup(build) {
      build.onLoad({ filter: /[\\/]families[\\/].+[\\/]conversions[\\/]index\.ts$/ }, () => ({
        contents: 'export const conversions = [];',
        loader: 'js',
      }));
    },
  };
}
