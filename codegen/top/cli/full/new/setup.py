import package_build

package_build.setup()
