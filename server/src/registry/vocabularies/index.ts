export * from './coverage';
export * from './discovery';
export * from './gaps';
export * from './names';
export * from './phases';
export * from './status';
